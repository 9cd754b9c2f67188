import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './OfflineNote.module.css'

/** Says on an open screen that the server is away, and what becomes of what is shown or was typed. */
export const OfflineNote = ({ children }: { children: ReactNode }) => (
  <p role="status" className={classes.note}>
    <IconCloudOff size={20} aria-hidden />
    <span>{children}</span>
  </p>
)
