/** The calls that say who the distributor is. */
import { Distributor, Letterhead } from '#contract/distributor/schema.ts'
import type { Routes } from '../platform/routes.ts'
import { distributorLines, letterhead } from './lines.ts'

export const distributorRoutes: Routes = async (app, context) => {
  const about = (summary: string) => ({ tags: ['distributor'], summary })

  app.get(
    '/distributor',
    {
      schema: {
        ...about('The distributor’s name, its address and how it is reached, for anybody'),
        response: { 200: Distributor },
        security: [],
      },
    },
    async () => ({ lines: await distributorLines(context) }),
  )

  app.get(
    '/distributor/letterhead',
    {
      schema: {
        ...about('The lines on top of an invoice and a delivery ticket, and what else is printed by'),
        response: { 200: Letterhead },
      },
    },
    async () => letterhead(context),
  )
}
