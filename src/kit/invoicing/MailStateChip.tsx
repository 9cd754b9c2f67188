import type { MailRow, MailState } from '#contract/mails/schema.ts'
import { STATE_WORDS } from '#src/queries/mails.ts'
import { Chip, type Tone } from '#src/ui/Chip.tsx'

const TONES: Record<MailState, Tone> = {
  waiting: 'info',
  sent: 'ok',
  perhaps: 'warn',
  refused: 'act',
  dropped: 'plain',
}

/** The state of a mail, in a word or two. */
export const MailStateChip = ({ mail: { state, is_sending } }: { mail: MailRow }) => (
  <Chip tone={TONES[state]}>{is_sending ? 'Sending' : STATE_WORDS[state]}</Chip>
)
