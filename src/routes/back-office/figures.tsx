/** `/figures`: sales, margins and picking. The days are kept in the address. */
import { FiguresScreen } from '#features/reports/FiguresScreen.tsx'
import { useNavigate } from '@tanstack/react-router'
import { routes } from '../tree.ts'

export default function FiguresRoute() {
  const { start, end } = routes.figures.useSearch()
  const navigate = useNavigate()
  return (
    <FiguresScreen
      start={start}
      end={end}
      onDays={(days) => void navigate({ to: '.', search: days, replace: true, resetScroll: false })}
    />
  )
}
