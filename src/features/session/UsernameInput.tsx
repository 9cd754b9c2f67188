import { TextInput } from '@mantine/core'

interface UsernameInputProps {
  value: string
  maxLength?: number
  onChange: (username: string) => void
}

/** The field for a username, in which a phone changes no letter. */
export const UsernameInput = ({ onChange, ...props }: UsernameInputProps) => (
  <TextInput
    {...props}
    label="Username"
    size="md"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
