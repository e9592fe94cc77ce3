import { Button } from '@mantine/core'
import { machineLines, type MachineFigure, type MachineTopic } from '#contract/machine/machine.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { Section } from '../../shells/section.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { lineTexts, stateTexts, topicTexts } from './words.ts'

type Props = { lines: readonly MachineFigure[]; onRunbook: (name: string) => void }

/** Every figure with its state, by what it is about. Each leads to what to do about it. */
export function FiguresSection({ lines, onRunbook }: Props) {
  const t = useT()
  const topics = Object.keys(machineLines) as MachineTopic[]
  return (
    <Section title={t('State of the machine')} description={t('States follow the limits of the alerts.')}>
      <WideTable label={t('State of the machine')}>
        <thead>
          <tr>
            <th scope="col">{t('Figure')}</th>
            <th scope="col" data-align="end">
              {t('Value')}
            </th>
            <th scope="col">{t('Status')}</th>
            <th scope="col" data-align="end">
              {t('What to do about it')}
            </th>
          </tr>
        </thead>
        {topics.map((topic) => (
          <tbody key={topic}>
            <tr>
              <th scope="rowgroup" colSpan={4}>
                <strong>{t(topicTexts[topic])}</strong>
              </th>
            </tr>
            {lines
              .filter((line) => line.topic === topic)
              .map((line) => (
                <Line key={line.line} line={line} onRunbook={onRunbook} />
              ))}
          </tbody>
        ))}
      </WideTable>
    </Section>
  )
}

function Line({ line, onRunbook }: { line: MachineFigure; onRunbook: Props['onRunbook'] }) {
  const t = useT()
  const format = useFormat()
  const { text } = lineTexts[line.line]
  const state = stateTexts[line.state]
  return (
    <tr>
      <td>{t(text)}</td>
      <td data-align="end">{valueOf(line, format)}</td>
      <td>
        <StatusBadge tone={state.tone}>{t(state.text)}</StatusBadge>
      </td>
      <td data-align="end">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('Runbook for {name}', { name: isolate(t(text)) })}
          onClick={() => onRunbook(line.runbook)}
        >
          {t('Runbook')}
        </Button>
      </td>
    </tr>
  )
}

function valueOf({ line, value }: MachineFigure, format: Format): string {
  if (value === null) return '—'
  switch (lineTexts[line].kind) {
    case 'count':
      return format.number(value)
    case 'share':
      return format.percent(value)
    case 'day':
      return format.date(new Date(serverNow_ms() + value * 1_000).toISOString())
    case 'age':
    case 'left':
      return format.duration(Math.max(0, value))
  }
}
