/** The smallest page with React, Mantine and the router: one route, one field, one button. */
import { Button, MantineProvider, TextInput } from '@mantine/core'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

const routeTree = createRootRoute({
  component: () => (
    <form>
      <TextInput label="Username" />
      <Button type="submit">SIGN IN</Button>
    </form>
  ),
})

createRoot(document.getElementById('root')!).render(
  <MantineProvider>
    <RouterProvider router={createRouter({ routeTree })} />
  </MantineProvider>,
)
window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
