import type { SaveDialogProps } from '#src/ui/SaveDialog.tsx'
import { useState } from 'react'

/**
 * What the dialog that places an order shows when the server answers with a fault (B251; readings, "Placing that is answered with
 * a fault"). `onFault` resolves when the person has read it.
 */
export function useFault() {
  const [fault, setFault] = useState<{ words: string; goOn: () => void } | null>(null)
  const onFault = (words: string) =>
    new Promise<void>((resolve) => {
      setFault({
        words,
        goOn: () => {
          setFault(null)
          resolve()
        },
      })
    })
  const stuck: SaveDialogProps['stuck'] = fault && {
    issue: {
      heading: 'There was an issue saving the order',
      text: `${fault.words}\nIt is kept on this device and sent again by itself.`,
    },
    act: 'Keep trying',
    onAct: fault.goOn,
  }
  return { onFault, stuck }
}
