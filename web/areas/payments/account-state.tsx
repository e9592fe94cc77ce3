import type { AccountState } from '#contract/guards/access-context.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'

const looks: Readonly<Record<AccountState, { tone: Tone; text: Text }>> = {
  '': { tone: 'plain', text: msg('Not connected') },
  pending: { tone: 'warn', text: msg('Form incomplete') },
  inverification: { tone: 'info', text: msg('Being verified') },
  completed: { tone: 'ok', text: msg('Connected') },
  failed: { tone: 'bad', text: msg('Failed') },
}

/** The state of a sales person's payment account (R099), as a badge. */
export function AccountStateBadge({ state }: { state: AccountState }) {
  const t = useT()
  const { tone, text } = looks[state]
  return <StatusBadge tone={tone}>{t(text)}</StatusBadge>
}
