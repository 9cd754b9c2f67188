import type { QuaggaJSResultObject } from '@ericblade/quagga2'
import { describe, expect, it } from 'vitest'
import { believed } from './quagga-engine.ts'

const result = (format: string, code: string, errors: number[]) =>
  ({
    codeResult: { format, code, decodedCodes: [{ start: 0 }, ...errors.map((error) => ({ error }))] },
  }) as unknown as QuaggaJSResultObject

describe('a result of quagga2', () => {
  it('is believed when its bars fit: mean error below 0.10', () => {
    expect(believed(result('ean_13', '9780201310054', [0.05, 0.1]))).toMatchObject({ text: '9780201310054' })
    expect(believed(result('ean_13', '9780201310054', [0.05, 0.15]))).toBeNull()
    expect(believed(result('ean_13', '9780201310054', []))).toBeNull()
  })

  it('is an ITF only with 14 digits', () => {
    expect(believed(result('i2of5', '30712345000010', [0.01]))).toMatchObject({ symbology: 'itf-14' })
    expect(believed(result('i2of5', '2167361334', [0.01]))).toBeNull()
  })

  it('is empty when quagga2 found nothing', () => {
    expect(believed(undefined)).toBeNull()
    expect(believed(result('codabar', 'A1A', [0.01]))).toBeNull()
  })
})
