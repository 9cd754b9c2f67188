import type { SaveDialogProps } from '#src/ui/SaveDialog.tsx'
import { useState } from 'react'

type Answer = 'keep trying' | 'take back'

/**
 * Returns the content of the dialog that places an order when the server answers with a fault (B251; readings, "Placing
 * that is answered with a fault"). `onFault` resolves with what the person chose.
 * @param back what the button says that takes the order back
 */
export function useFault(back: string) {
  const [fault, setFault] = useState<{ words: string; answer: (chosen: Answer) => void } | null>(null)
  const onFault = (words: string) =>
    new Promise<Answer>((resolve) => {
      setFault({
        words,
        answer: (chosen) => {
          setFault(null)
          resolve(chosen)
        },
      })
    })
  const stuck: SaveDialogProps['stuck'] = fault && {
    issue: {
      heading: 'There was an issue saving the order',
      text: `${fault.words}\nIt is kept on this device and sent again by itself.`,
    },
    acts: [
      { label: 'Keep trying', onAct: () => fault.answer('keep trying') },
      { label: back, onAct: () => fault.answer('take back') },
    ],
  }
  return { onFault, stuck }
}
