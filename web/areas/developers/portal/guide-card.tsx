import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from './portal.module.css'

/** What applies to all calls. */
export function GuideCard({ version }: { version: string }) {
  const t = useT()
  return (
    <TitledCard title={t('How it works')}>
      <ul className={styles.guide}>
        <li>
          {t(
            'Exchange a key for a 15-minute token (OAuth 2.0 client credentials). Request scopes to limit what the token can do.',
          )}
        </li>
        <li>
          {t(
            'A test key sees a fictional company with the same rows on every call. Writes are checked and answered but not stored, and nothing is sent or charged.',
          )}
        </li>
        <li>{t('Lists are paged: send next_cursor as cursor, with the same filters, until it is null.')}</li>
        <li>{t('A write with an Idempotency-Key runs once, however often it is sent within 24 hours.')}</li>
        <li>
          {t(
            'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset show what is left. After a 429, wait as long as Retry-After says.',
          )}
        </li>
        <li>
          {t('Errors are problem details (RFC 9457). Rely on code, which never changes meaning; messages may change.')}
        </li>
        <li>
          {t(
            'Api-Version gives the version of each response, now {version}. Deprecated calls say so in a header and name their replacement.',
            { version: isolate(version) },
          )}
        </li>
      </ul>
    </TitledCard>
  )
}
