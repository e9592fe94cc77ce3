import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { guard } from '#contract/guards/guard.ts'
import { useMe } from '../session/me.ts'

/** Link from an empty list to a page; hidden from users who may not open it. */
export function NextStep({ to, label }: { to: string; label: string }) {
  const me = useMe()
  if (guard(me.access, to).kind !== 'shown') return null
  return (
    <Button variant="default" component={Link} to={to}>
      {label}
    </Button>
  )
}
