/** What the sign-in screen shows while the demo is in use. A server that is not a demo returns none of it. */
import { z } from 'zod'
import type { Routes } from '../platform/routes.ts'
import { isDemoInUse } from '../platform/demo-mark.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo.ts'

const Demo = z.object({
  demo: z.boolean(),
  sign_ins: z.array(z.object({ username: z.string(), role: z.string(), sees: z.string() })),
  password: z.string(),
})

export const demoRoutes: Routes = async (app, context) => {
  app.get(
    '/demo',
    {
      schema: {
        tags: ['demo'],
        summary: 'The demo sign-ins, while demo data is in use',
        security: [],
        response: { 200: Demo },
      },
    },
    async () =>
      (await isDemoInUse(context))
        ? {
            demo: true,
            sign_ins: DEMO_SIGN_INS.map(({ username, role, sees }) => ({ username, role, sees })),
            password: DEMO_PASSWORD,
          }
        : { demo: false, sign_ins: [], password: '' },
  )
}
