import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from './portal.module.css'

/** What holds for all calls. */
export function GuideCard({ version }: { version: string }) {
  const t = useT()
  return (
    <TitledCard title={t('How it works')}>
      <ul className={styles.guide}>
        <li>
          {t(
            'A key buys tokens for 15 minutes by OAuth 2.0 client credentials. Name scopes to get less than your key may.',
          )}
        </li>
        <li>
          {t(
            'A test key sees a fictional company with the same rows on every call. Writes are checked and answered but not stored, and nothing is sent or charged.',
          )}
        </li>
        <li>
          {t('Lists are read page by page: send next_cursor as cursor, with the same filters, until it is null.')}
        </li>
        <li>{t('A write with an Idempotency-Key happens once, however often it is sent within 24 hours.')}</li>
        <li>
          {t(
            'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset say what is left. After 429 wait as long as Retry-After says.',
          )}
        </li>
        <li>
          {t(
            'Refusals are problem details (RFC 9457). Rely on code, which never changes its meaning; words may change.',
          )}
        </li>
        <li>
          {t(
            'Api-Version names the version of each answer, now {version}. Deprecated calls say so in a header, with what takes their place.',
            { version: isolate(version) },
          )}
        </li>
      </ul>
    </TitledCard>
  )
}
