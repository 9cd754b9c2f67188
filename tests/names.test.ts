/** One name, one meaning: of the files that can import each other, one exports a name. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const checkout = path.resolve(import.meta.dirname, '..')

/** What runs together: the app with the rules, and the server with the rules. */
const SIDES = [
  ['contract', 'src', 'sw'],
  ['contract', 'server'],
]
/** Made for tests and for the demo alone. */
const BESIDE = /\.test\.tsx?$|(?:^|\/)(?:testing|demo)(?:\/|\.ts)/

/** Names of one job that several forms have each, and a type beside its zod shape in another file. It may only get shorter. */
const ACCEPTED = ['SecurityEventKind', 'bodyOf', 'problemsOf', 'valuesOf']

/** An act: the server's command and the app's call of it have one name. It may only get shorter. */
const ACTS = [
  'addCustomer',
  'addPasskey',
  'addProduct',
  'addUser',
  'answerRequest',
  'askForChange',
  'changeSetting',
  'deleteOrder',
  'deleteProduct',
  'dropMail',
  'endSession',
  'generateInvoice',
  'holdPayments',
  'mailAddressAgain',
  'makeRecoveryCodes',
  'nameDevice',
  'openAgain',
  'refreshPayment',
  'sendMail',
  'sendTestMail',
  'setReady',
  'startPayment',
  'withdrawAddress',
]
/** Other names that server and app both have, though neither can import the other. It may only get shorter. */
const ON_BOTH_SIDES = ['App', 'answerOf', 'countEdits', 'openDatabase', 'rowKey']

async function exportedNames(folder: string): Promise<[name: string, file: string][]> {
  const entries = await readdir(path.join(checkout, folder), { recursive: true })
  const files = entries.filter((file) => /\.tsx?$/.test(file) && !BESIDE.test(file))
  const texts = await Promise.all(files.map((file) => readFile(path.join(checkout, folder, file), 'utf8')))
  return texts.flatMap((text, n) => {
    const names = text.matchAll(
      /^export (?:async )?(?:function|const|class|interface|type|enum) (\w+)\b(?! = lazy\()/gm,
    )
    return [...new Set([...names].map(([, name]) => name!))].map((name): [string, string] => [
      name,
      path.join(folder, files[n]!),
    ])
  })
}

it('no exported name of the app is one of the server too, except those that are listed', async () => {
  const app = [...(await exportedNames('src')), ...(await exportedNames('sw'))].map(([name]) => name)
  const server = new Set((await exportedNames('server')).map(([name]) => name))
  const both = new Set(app.filter((name) => server.has(name)))
  expect([...both].toSorted()).toEqual([...ACTS, ...ON_BOTH_SIDES].toSorted())
})

it('an exported name stands once, except those that are listed', async () => {
  const twice = new Set<string>()
  for (const side of SIDES) {
    const seen = new Map<string, string>()
    for (const [name, file] of (await Promise.all(side.map(exportedNames))).flat()) {
      if (seen.has(name) && seen.get(name) !== file) twice.add(name)
      seen.set(name, file)
    }
  }
  expect([...twice].toSorted()).toEqual(ACCEPTED)
})
