import type { ReactNode } from 'react'
import { useT } from '../../i18n/texts.tsx'
import styles from './login-hero.module.css'

/** An illustration of the product next to the form: page visits become people. Drawn in the host's brand colors. */
export function LoginHero({ name }: { name: string }) {
  const t = useT()
  return (
    <aside className={styles.root}>
      <p className={styles.brand}>
        <bdi data-brand-name>{name}</bdi>
      </p>
      <Scene />
      <div className={styles.words}>
        <p className={styles.title}>{t('Know who visits. Reach who matters.')}</p>
        <p className={styles.text}>{t('Turn your site’s visitors into people you can talk to.')}</p>
      </div>
    </aside>
  )
}

/** The paths from the page to the pixel and on to each person. */
const WAYS = ['M216 180H272', 'M328 180C358 180 342 66 374 66', 'M328 180H374', 'M328 180C358 180 342 294 374 294']

/** Shapes only, no words and no invented people. */
function Scene() {
  return (
    <svg viewBox="0 0 580 360" className={styles.scene} aria-hidden="true" focusable="false">
      <VisitedPage />
      {WAYS.map((way, index) => (
        <g key={way}>
          <path d={way} className={styles.way} />
          <path d={way} pathLength={100} className={styles.spark} data-step={Math.min(index, 1)} />
        </g>
      ))}
      <circle cx="300" cy="180" r="42" className={styles.halo} />
      <circle cx="300" cy="180" r="28" className={styles.glass} />
      <rect x="293" y="173" width="14" height="14" rx="4" className={styles.ink} />
      <PersonCard y={30} long={96} short={62} isKnown />
      <PersonCard y={144} long={78} short={88} />
      <PersonCard y={258} long={88} short={54} />
    </svg>
  )
}

function VisitedPage() {
  const line = (y: number, width: number): ReactNode => (
    <rect x="38" y={y} width={width} height="7" rx="3.5" className={styles.faint} />
  )
  return (
    <>
      <rect x="14" y="84" width="202" height="192" rx="14" className={styles.glass} />
      <path d="M14 116H216" className={styles.edge} />
      {[34, 48, 62].map((x) => (
        <circle key={x} cx={x} cy="100" r="3.5" className={styles.faint} />
      ))}
      <rect x="38" y="136" width="154" height="52" rx="8" className={styles.veil} />
      {line(204, 128)}
      {line(221, 98)}
      <rect x="38" y="242" width="58" height="16" rx="8" className={styles.ink} />
      <path d="M90 250l9 24 4-10 10-4z" className={styles.pointer} />
    </>
  )
}

function PersonCard({
  y,
  long,
  short,
  isKnown = false,
}: {
  y: number
  long: number
  short: number
  isKnown?: boolean
}) {
  return (
    <g transform={`translate(374 ${y})`}>
      <rect width="192" height="72" rx="14" className={styles.glass} />
      <circle cx="36" cy="36" r="19" className={styles.veil} />
      <circle cx="36" cy="31" r="6.5" className={styles.person} />
      <path d="M24 47c2-7 7-9 12-9s10 2 12 9a18 18 0 0 1-24 0z" className={styles.person} />
      <rect x="68" y="25" width={long} height="8" rx="4" className={styles.person} />
      <rect x="68" y="42" width={short} height="7" rx="3.5" className={styles.faint} />
      {isKnown && (
        <>
          <circle cx="52" cy="51" r="8.5" className={styles.tick} />
          <path d="m48.3 51.2 2.6 2.6 4.8-5" className={styles.tickSign} />
        </>
      )}
    </g>
  )
}
