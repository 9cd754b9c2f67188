import { Button, type ButtonProps } from '#src/ui/Button.tsx'
import { IconBan } from '@tabler/icons-react'

interface OutOfStockButtonProps extends Pick<ButtonProps, 'reason' | 'onClick'> {
  isOut: boolean
}

/** The switch that marks an item as out of stock, in the size for gloves. */
export const OutOfStockButton = ({ isOut, ...press }: OutOfStockButtonProps) => (
  <Button {...press} size="floor" kind="exception" isPressed={isOut} icon={<IconBan size={24} aria-hidden />}>
    Out of Stock
  </Button>
)
