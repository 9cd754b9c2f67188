import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { checkDigitFor } from '../contract/barcode/check-digit.ts'

const HEADINGS = 'raw ok symbology elements gtin lot weightLb price count region error'.split(' ')

async function run(input: string, env: Record<string, string> = {}, ...args: string[]) {
  const command = spawn(process.execPath, ['--import', 'tsx', 'scripts/barcode.ts', ...args], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, REGION: '', ...env },
  })
  const ended = new Promise((resolve) => command.on('close', resolve))
  command.stdin.end(input)
  const [output, errors, code] = await Promise.all([text(command.stdout), text(command.stderr), ended])
  const lines = output.split('\n').slice(0, -1)
  return { code, errors, scans: lines.map((line): Record<string, unknown> => JSON.parse(line)) }
}

describe('npm run barcode', () => {
  it('prints an object for each line, whatever is on it', async () => {
    const lines = [
      '"]C101006141410000363102000340"',
      'garbage',
      '42',
      '',
      '"036000291453"',
      '"\\ud800"',
      '{"raw":1}',
    ]
    const { code, errors, scans } = await run(`\uFEFF${lines.join('\r\n')}`)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(scans.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false, false])
    for (const scan of scans) expect(Object.keys(scan)).toEqual(HEADINGS)
    expect(scans[0]).toEqual({
      raw: ']C101006141410000363102000340',
      ok: true,
      symbology: 'gs1-128',
      elements: [
        ['01', '00614141000036'],
        ['3102', '000340'],
      ],
      gtin: '00614141000036',
      lot: null,
      weightLb: '7.496',
      price: null,
      count: null,
      region: null,
      error: null,
    })
    expect(scans[1]).toMatchObject({ raw: 'garbage', error: 'malformed: This line is not a JSON string.' })
    expect(scans[4]).toMatchObject({ error: expect.stringMatching(/^check-digit: /) })
  })

  it('takes the region from its option or the environment', async () => {
    const swedish = `"239876540875${checkDigitFor('239876540875')}"\n`
    expect((await run(swedish, { REGION: 'sweden' })).scans[0]).toMatchObject({
      region: 'sweden',
      weightLb: '1.929',
    })
    expect((await run(swedish, { REGION: 'us' }, '--region', 'SE')).scans[0]).toMatchObject({
      region: 'sweden',
    })
    expect((await run(swedish)).scans[0]).toMatchObject({ ok: true, region: null, weightLb: null })
  })

  it('names the regions when it is given one that there is not', async () => {
    const { code, errors } = await run('', { REGION: 'atlantis' })
    expect(code).toBe(2)
    expect(errors).toContain('sweden')
  })

  it('keeps lines whole that arrive in pieces', async () => {
    const count = 20_000
    const lines = Array.from({ length: count }, (_, n) => JSON.stringify(`]C110LOT-${n}`))
    const { scans } = await run(lines.join('\n'))
    expect(scans.map(({ lot }) => lot)).toEqual(lines.map((_, n) => `LOT-${n}`))
  })
})
