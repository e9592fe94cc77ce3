import { dataScopes, readingScopes, signInScope, type ApiScope } from '#contract/core/api-scopes.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './developers.module.css'

/** Whether these are the scopes of a list, in whatever order. */
const isAll = (scopes: readonly ApiScope[], list: readonly ApiScope[]): boolean =>
  scopes.length === list.length && list.every((scope) => scopes.includes(scope))

/** What a key may do, in as few words as possible. */
export function KeyScopes({ scopes }: { scopes: readonly ApiScope[] }) {
  const t = useT()
  const ofData = scopes.filter((scope) => scope !== signInScope)
  const named = isAll(ofData, readingScopes)
    ? [t('Read only')]
    : isAll(ofData, dataScopes)
      ? [t('Read and write')]
      : ofData.map((scope) => isolate(scope))
  const access = [...named, ...(scopes.includes(signInScope) ? [t('Single sign-on')] : [])]
  return <p className={styles.note}>{t('Access: {access}', { access: access.join(' · ') })}</p>
}
