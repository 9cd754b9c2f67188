/** The kinds of security events: without the schemas, for the addresses, which are part of the first screen. */
export const SECURITY_EVENT_KINDS = [
  'sign_in',
  'refused',
  'password',
  'passkey',
  'address',
  'rights',
  'fee',
  'price',
  'setting',
  'export',
  'key',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]
