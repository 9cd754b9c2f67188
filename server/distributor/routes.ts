/** The calls that say who the distributor is. */
import { Distributor } from '#contract/distributor/schema.ts'
import type { Routes } from '../platform/routes.ts'
import { distributorLines, letterheadLines } from './lines.ts'

export const distributorRoutes: Routes = async (app, context) => {
  const about = (summary: string) => ({ tags: ['distributor'], summary, response: { 200: Distributor } })

  app.get(
    '/distributor',
    {
      schema: {
        ...about('The distributor’s name, its address and how it is reached, for anybody'),
        security: [],
      },
    },
    async () => ({ lines: await distributorLines(context) }),
  )

  app.get(
    '/distributor/letterhead',
    { schema: about('The lines on top of an invoice and a delivery ticket') },
    async () => ({ lines: await letterheadLines(context) }),
  )
}
