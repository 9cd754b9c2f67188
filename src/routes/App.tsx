import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { cssVariables, theme } from '#src/app/theme.ts'
import { Snackbars } from '#src/ui/Snackbars.tsx'
import { router } from './router.tsx'

/** The whole page: what `main.tsx` draws in the browser, and tests of the screens without one. */
export function App() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <Snackbars />
      </MantineProvider>
    </StrictMode>
  )
}
