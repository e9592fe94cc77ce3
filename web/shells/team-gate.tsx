import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Operation } from '#contract/core/operation.ts'
import { refusedToColleague } from '#contract/people/team-rights.ts'
import { useT } from '../i18n/texts.tsx'
import { mayCall } from '../session/may-call.ts'
import { useMe } from '../session/me.ts'
import { EmptyState } from './empty-state.tsx'

type TeamGateProps = { operation: Operation; children: ReactNode }

/** Shows a form only to those who may send it, and says why to a client's colleague who may not. */
export function TeamGate({ operation, children }: TeamGateProps) {
  const t = useT()
  if (mayCall(useMe(), operation)) return children
  return <EmptyState icon={<IconLock size={28} stroke={1.5} />} title={t('View only')} hint={t(refusedToColleague)} />
}
