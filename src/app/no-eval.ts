/**
 * Imported first of all. zod tries `new Function` when it makes its first object schema and falls back where that is
 * forbidden; our content security policy forbids it, and the browser would report the attempt every time.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
