/**
 * What every way of reading barcodes out of pictures gives: one interface over zxing, zbar and quagga2, so that a
 * screen never knows which of them read (scanning, "Engines": no engine alone is good enough).
 */

export type Symbology =
  | 'ean-13'
  | 'ean-8'
  | 'upc-a'
  | 'upc-e'
  | 'code-128'
  | 'gs1-128'
  | 'itf'
  | 'itf-14'
  | 'datamatrix'
  | 'gs1-datamatrix'
  | 'qr'
  | 'gs1-qr'

export type EngineName = 'zxing' | 'zbar' | 'quagga2'

/** One code that one engine saw in one picture. */
export interface CodeRead {
  /** As printed: 12 digits of UPC-A, 8 of UPC-E; FNC1 between elements as ASCII 29. */
  text: string
  symbology: Symbology
  /**
   * What a wedge scanner would send and `parseScan` wants: the text, with its symbology identifier (`]C1`, `]d2`,
   * `]Q3`, …) where the text alone would say something else.
   */
  raw: string
  engine: EngineName
  /** In how many scan lines it was seen: zxing's line count, zbar's quality. 0 where that has no meaning. */
  lines: number
  /** How far from the middle of the picture, 0 to 1. */
  offCentre: number
}

/** A picture: a camera's frame or a photograph. A bitmap is closed by whoever reads it. */
export type Frame = ImageData | ImageBitmap

export interface ScannerEngine {
  name: string
  /** How many equal reads make a report in live use: two, three for quagga2 (scanning, "Engines"). */
  equalReads: number
  /** Loads what it needs ahead of the first frame. Rejects where it cannot run here. */
  prepare(): Promise<void>
  /** One frame of a live picture, as fast as possible; each frame is looked at in another way (frame plan). */
  read(frame: Frame): Promise<CodeRead | null>
  /** A single picture, as thoroughly as possible: what it gives is already agreed upon. */
  readPhoto(frame: Frame): Promise<CodeRead | null>
  dispose(): void
}
