/** The calls about what the distributor settles for itself (docs/decisions/0275). */
import { secondSql } from '../platform/json.ts'
import { z } from 'zod'
import { MailRow } from '#contract/mails/schema.ts'
import { SETTING_NAMES, SettingChange, SettingEntry, SettingsAnswer } from '#contract/settings/answer.ts'
import { isLiveKey } from '../env.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { wrongField } from '../platform/problem.ts'
import type { Routes } from '../platform/routes.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { actorOf } from '../platform/security-events.ts'
import { changeSetting } from './store.ts'
import { sendTestMail } from './test-mail.ts'

const ONLY_ADMINISTRATORS = 'Only an administrator may change the settings.'
const about = (summary: string) => ({ tags: ['platform'], summary })

export const settingRoutes: Routes = async (app, context) => {
  const mayManage = app.mayDo('settings.manage', ONLY_ADMINISTRATORS)
  const hasProved = app.hasProved('settings.manage')

  app.get(
    '/settings',
    {
      onRequest: mayManage,
      schema: {
        ...about('What the distributor settles for itself, with who changed it last'),
        response: { 200: SettingsAnswer },
      },
    },
    () => readAnswer(context),
  )

  app.patch(
    '/settings/:name',
    {
      onRequest: [mayManage, hasProved],
      schema: {
        ...about('Change a setting, or take its default again'),
        params: z.object({ name: z.enum(SETTING_NAMES) }),
        body: SettingChange,
        response: { 200: SettingsAnswer },
      },
    },
    async (request) => {
      const { name } = request.params
      const problem = await changeSetting(context.pool, actorOf(request), name, request.body)
      if (problem !== null) throw wrongField('value', problem)
      return readAnswer(context)
    },
  )

  app.post(
    '/settings/testmail',
    {
      onRequest: [mayManage, hasProved],
      config: KEYED,
      schema: { ...about('Mail a test to the own address'), response: { 201: MailRow } },
    },
    async (request, reply) => {
      const mail = await sendTestMail(context, request.person, keyedCall(request, reply))
      return reply.code(201).send(mail)
    },
  )
}

/** The last change of each setting, as the security events have it. */
const ENTRIES_SQL = `
  select s.name, s.value, s.default_value, last.username as changed_by,
         ${secondSql('last.at')} as changed_at
    from settings s
    left join lateral (select e.username, e.at from security_events e
                        where e.kind = 'setting' and e.about = s.name order by e.id desc limit 1) last on true
   order by s.name`

async function readAnswer({ pool, env }: Context): Promise<SettingsAnswer> {
  const [settings, counts] = await Promise.all([
    queryRows(pool, SettingEntry, ENTRIES_SQL),
    queryOnlyRow(
      pool,
      SettingsAnswer.shape.counts,
      `select (select count(*)::int from products) as products, (select count(*)::int from company_locations) as locations,
              (select count(*)::int from users where is_active) as people`,
    ),
  ])
  const secret = env.STRIPE_SECRET_KEY
  return {
    settings,
    server: {
      time_zone: env.TIME_ZONE,
      mail_from: env.SMTP_URL && env.MAIL_FROM ? env.MAIL_FROM : null,
      public_url: env.PUBLIC_URL ?? null,
      payments: secret === undefined ? 'none' : isLiveKey(secret) ? 'live' : 'test',
    },
    counts,
  }
}
