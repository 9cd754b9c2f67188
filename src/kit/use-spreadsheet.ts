import { errorText } from '#src/api/errors.ts'
import { readSpreadsheet } from '#src/ui/read-spreadsheet.ts'
import type { Spreadsheet } from '#src/ui/spreadsheet-reading.ts'
import { useState } from 'react'

interface ChosenSpreadsheet {
  /** What is wrong with the last file, in words. */
  problem: string | null
  isReading: boolean
  choose: (file: File) => Promise<void>
}

/**
 * A spreadsheet that a person chooses.
 * @param onRead takes what the file holds; throws an Error in words where that is not what is needed
 * @param also the name of another sheet that is wanted
 */
export function useSpreadsheet(
  onRead: (name: string, spreadsheet: Spreadsheet) => void | Promise<void>,
  also?: string,
): ChosenSpreadsheet {
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)

  async function choose(file: File) {
    setProblem(null)
    setReading(true)
    try {
      await onRead(file.name, await readSpreadsheet(file, also))
    } catch (error) {
      setProblem(errorText(error))
    }
    setReading(false)
  }
  return { problem, isReading, choose }
}
