import { useRouterState } from '@tanstack/react-router'
import styles from './route-progress.module.css'

/** A thin progress line while the next page's code loads; appears only after a short delay. */
export function RouteProgress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return <div className={styles.root} data-loading={loading || undefined} aria-hidden="true" />
}
