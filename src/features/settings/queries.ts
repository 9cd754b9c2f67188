/** What the settings screen asks and calls (docs/decisions/0275). */
import { MailRow } from '#contract/mails/schema.ts'
import { SettingsAnswer, type SettingChange } from '#contract/settings/answer.ts'
import type { SettingName } from '#contract/settings/settings.ts'
import type { Client } from '#src/api/client.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

export const SETTINGS: ServerQuery<SettingsAnswer> = {
  queryKey: ['settings'],
  read: (client, signal) => client.api('GET', 'settings', { schema: SettingsAnswer, signal }),
}

/** @param change its `value` is null for the default; its `base` is the value that the person saw */
export const changeSetting = (client: Client, { name, ...change }: SettingChange & { name: SettingName }) =>
  client.api('PATCH', `settings/${name}`, { body: change })

/** Resolves with the mail as the outbox has it. */
export const sendTestMail = (client: Client, _value: void, idempotencyKey: string) =>
  client.api('POST', 'settings/testmail', { idempotencyKey, schema: MailRow })
