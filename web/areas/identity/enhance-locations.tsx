import { Button, Skeleton } from '@mantine/core'
import { minInformation, listEnhanceLocations } from '#contract/identity/advance-information.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './import-page.module.css'
import { PageLink } from '../../shells/page-link.tsx'

/** Locations where Enhance ID can promise leads (C098). */
export function EnhanceLocations() {
  const t = useT()
  const format = useFormat()
  const list = useCall(listEnhanceLocations, {})
  if (list.error && !list.data) return <FailureNote failure={list.error} onRetry={list.refetch} />
  if (!list.data) return <Skeleton height={320} radius="lg" />
  const { minimum, data } = list.data
  const enough = data.filter((state) => state.enough).length
  return (
    <TitledCard title={t('{enough} of {all} states have enough people', { enough, all: data.length })}>
      <p className={styles.about}>
        {t(
          'A state needs {minimum} people with email, phone, home address and {needed} types of advance information, verified within 90 days: a week of the daily minimum.',
          { minimum: format.number(minimum), needed: minInformation },
        )}
      </p>
      <ul className={styles.kinds} aria-label={t('States')}>
        {data.map(({ code, name, enough: isEnough, persons }) => (
          <li key={code} data-absent={isEnough === false || undefined}>
            <bdi>{name}</bdi>
            <span className={styles.share}>
              {isEnough
                ? t('Enough')
                : t('{persons} of {minimum}', {
                    persons: format.number(persons),
                    minimum: format.number(minimum),
                  })}
            </span>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        component={PageLink}
        to="/configuration/general-setting"
        search={{ section: 'enhance' }}
      >
        {t('Change the minimum leads per day')}
      </Button>
    </TitledCard>
  )
}
