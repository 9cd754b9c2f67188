import { Button, type ButtonProps } from '#src/ui/Button.tsx'
import { IconBan } from '@tabler/icons-react'

interface OutOfStockButtonProps extends Pick<ButtonProps, 'reason' | 'onClick'> {
  isOut: boolean
}

/** The floor's switch that says that there is nothing of an item. */
export const OutOfStockButton = ({ isOut, ...press }: OutOfStockButtonProps) => (
  <Button {...press} size="floor" kind="exception" isPressed={isOut} icon={<IconBan size={24} aria-hidden />}>
    Out of Stock
  </Button>
)
