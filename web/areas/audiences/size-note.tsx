import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { estimateAudience, sizePause_ms } from '#contract/leads/audience-people.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { call } from '../../api/call.ts'
import { asFailure, type CallFailure } from '../../api/failure.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { useFormat, type Format } from '../../i18n/format.ts'
import { definitionOf, isComplete, type AudienceValues } from './audience-form.ts'
import styles from './audiences.module.css'

const retryAfter_ms = 10_000

type Size = AnswerOf<typeof estimateAudience>['data']

/** Estimates how many people match the conditions; updated whenever typing pauses. */
export function SizeNote({ values }: { values: AudienceValues }) {
  const t = useT()
  const format = useFormat()
  const complete = isComplete(values, t)
    ? JSON.stringify({ companyId: values.clientId, definition: definitionOf(values) })
    : ''
  const [definition] = useDebouncedValue(complete, sizePause_ms)
  const size = useQuery<AnswerOf<typeof estimateAudience>, CallFailure>({
    queryKey: [estimateAudience.name, definition],
    queryFn: ({ signal }) =>
      call(estimateAudience, { body: JSON.parse(definition), signal }).catch((error: unknown) => {
        throw error instanceof DOMException ? error : asFailure(error)
      }),
    enabled: definition !== '',
    placeholderData: keepPreviousData,
    // After a rate limit, retry a little later, so that the user need not type again.
    refetchInterval: ({ state }) => (state.error?.status === 429 ? retryAfter_ms : false),
  })
  const isBusy = definition !== complete || size.isFetching
  return (
    <div className={styles.size} aria-busy={isBusy} data-testid="audience-size">
      <IconUsers size={20} stroke={1.75} aria-hidden />
      <div>
        <div className={styles.legend}>{t('Size')}</div>
        <div role="status" className={styles.people} data-stale={isBusy || undefined}>
          {complete === ''
            ? t('Add a condition to see how many people match.')
            : size.error
              ? size.error.message
              : size.data
                ? sizeText(size.data.data, t, format)
                : t('Counting …')}
        </div>
      </div>
    </div>
  )
}

function sizeText({ is, people }: Size, t: Translate, format: Format): string {
  const count = format.number(people)
  if (is === 'fewer') return t('Fewer than {count} people', { count })
  if (is === 'about') return t('About {count} people', { count })
  return people === 0 ? t('Too many people to count while you type') : t('At least {count} people', { count })
}
