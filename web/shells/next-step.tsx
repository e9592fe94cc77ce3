import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { guard } from '#contract/guards/guard.ts'
import { useMe } from '../session/me.ts'

/** Where an empty list leads: to a page, for whom it is open. */
export function NextStep({ to, label }: { to: string; label: string }) {
  const me = useMe()
  if (guard(me.standing, to).kind !== 'shown') return null
  return (
    <Button variant="default" component={Link} to={to}>
      {label}
    </Button>
  )
}
