import { useRouterState } from '@tanstack/react-router'
import styles from './route-progress.module.css'

/** A thin line while the next page's code comes; shown only when it takes longer than a blink. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return <div className={styles.root} data-loading={loading || undefined} aria-hidden="true" />
}
