import type { StreamState } from '../../api/stream.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'

const liveTexts: Record<StreamState, { text: string; tone: Tone }> = {
  connecting: { text: msg('Connecting'), tone: 'plain' },
  live: { text: msg('Live'), tone: 'ok' },
  waiting: { text: msg('Reconnecting'), tone: 'warn' },
  crowded: { text: msg('Live in other tabs'), tone: 'plain' },
  refused: { text: msg('Not live'), tone: 'plain' },
}

/** Whether the page updates live. */
export function LiveBadge({ state }: { state: StreamState }) {
  const t = useT()
  const { text, tone } = liveTexts[state]
  return (
    <StatusBadge tone={tone} pulse={state === 'live'}>
      {t(text)}
    </StatusBadge>
  )
}
