import { TextInput, type TextInputProps } from '@mantine/core'

interface LineInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'maxLength'> {
  maxLength: number
  value: string
  onChange: (typed: string) => void
}

/** A line of text of at most `maxLength` characters. The browser proposes nothing that was typed before. */
export const LineInput = ({ onChange, ...props }: LineInputProps) => (
  <TextInput
    size="md"
    autoComplete="off"
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
