import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

/** The floor's dialog under its former name, for the dialogs of invoices and carts until they say `size` themselves. */
export const BigModal = ({
  wide,
  ...props
}: Omit<ComponentProps<typeof Modal>, 'size'> & { wide?: boolean }) => (
  <Modal {...props} size={wide ? 'floorWide' : 'floor'} />
)

/** Its button, likewise. */
export const BigButton = ({
  main,
  ...props
}: Omit<ComponentProps<typeof Button>, 'size' | 'kind'> & { main?: boolean }) => (
  <Button {...props} size="floor" kind={main ? 'main' : 'plain'} />
)
