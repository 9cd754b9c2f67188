/** Who the distributor is and how it is reached (`DISTRIBUTOR`, docs/decisions/0030). */
import { Distributor } from '#contract/distributor/schema.ts'
import { DEMO_DISTRIBUTOR, isDemo } from '../demo/demo.ts'
import type { Context } from '../platform/context.ts'
import type { Routes } from '../platform/routes.ts'

/** Until somebody has set theirs. */
const PLACEHOLDER = [
  'Your food distributor',
  'Street and number, city',
  '(000) 000-0000',
  'orders@example.com',
]

/** The distributor's lines, its name first. */
export const distributorLines = async ({
  db,
  env,
}: Pick<Context, 'db' | 'env'>): Promise<readonly string[]> =>
  env.DISTRIBUTOR ?? ((await isDemo(db)) ? DEMO_DISTRIBUTOR : PLACEHOLDER)

export const distributorRoutes: Routes = async (app, context) => {
  app.get(
    '/distributor',
    {
      schema: {
        tags: ['distributor'],
        summary: 'The distributor’s name, its address and how it is reached, for anybody',
        security: [],
        response: { 200: Distributor },
      },
    },
    async () => ({ lines: [...(await distributorLines(context))] }),
  )
}
