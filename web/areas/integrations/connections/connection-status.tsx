import type { ConnectionRow } from '#contract/integrations/connections.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'

const states: Readonly<Record<ConnectionRow['status'], { tone: Tone; name: Text }>> = {
  not_connected: { tone: 'plain', name: msg('Not connected') },
  connected: { tone: 'ok', name: msg('Connected') },
  reconnect: { tone: 'bad', name: msg('Reconnect') },
  disconnected: { tone: 'plain', name: msg('Disconnected') },
}

export function ConnectionStatus({ status }: Pick<ConnectionRow, 'status'>) {
  const t = useT()
  return <StatusBadge tone={states[status].tone}>{t(states[status].name)}</StatusBadge>
}
