import { languages, type Language } from '#contract/core/language.ts'
import pageHeader from '../shells/page-header.module.css'
import layout from '../shells/figures/figure-layout.module.css'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Card } from '../ui/card.tsx'
import frame from '../app/frame/frame.module.css'
import sidebar from '../app/frame/sidebar.module.css'
import topBar from '../app/frame/top-bar.module.css'

type Titles = Readonly<Record<Language, string>>

/**
 * The frame before any code has run. The build writes it into the HTML with the real frame's styles. `fill-shell.ts`
 * removes the parts for other URLs and languages (`data-only`) and inserts the host's brand. It is hidden from screen
 * readers, which read only the real page.
 */
export function FrameShell({ titles }: { titles: Titles }) {
  return (
    <div id="shell" aria-hidden="true" className={frame.root}>
      <div className={topBar.root}>
        <Bar is="menu" />
        <div className={topBar.brand}>
          <BrandMark name="" logo_svg={null} />
          <bdi className={topBar.name} data-brand-name />
        </div>
        <div className={topBar.tools}>
          <Bar is="search" />
          <Bar is="portrait" />
          <Bar is="names" />
        </div>
      </div>
      <div className={sidebar.root}>
        <div className={sidebar.section}>
          <Bar is="section" />
          {times(7, (key) => (
            <div key={key} className={sidebar.entry}>
              <Bar is="icon" />
              <Bar is="entry" />
            </div>
          ))}
        </div>
      </div>
      <div className={frame.main}>
        <div className={frame.content}>
          <div data-only="frame">
            <Bar is="heading" />
            <Bar is="line" />
            <Bar is="page" />
          </div>
          <div data-only="dashboard">
            <DashboardShell titles={titles} />
          </div>
        </div>
      </div>
    </div>
  )
}

function DashboardShell({ titles }: { titles: Titles }) {
  return (
    <>
      <div className={pageHeader.root}>
        <div className={pageHeader.words}>
          <div className={pageHeader.title}>
            {languages.map((language) => (
              <bdi key={language} data-only={language}>
                {titles[language]}
              </bdi>
            ))}
          </div>
          <div className={pageHeader.description}>
            <Bar is="line" />
          </div>
        </div>
        <div className={pageHeader.actions}>
          <Bar is="choice" />
        </div>
      </div>
      <div data-checklist />
      <div className={layout.page}>
        <div className={layout.figures}>
          <div className={layout.tiles} data-figures>
            {times(5, (key) => (
              <Card key={key}>
                <Bar is="line" />
                <Bar is="figure" />
                <Bar is="line" />
              </Card>
            ))}
          </div>
          <div className={layout.note} />
        </div>
        <Card>
          <Bar is="line" />
          <Bar is="chart" />
        </Card>
        <div className={layout.pair}>
          {times(2, (key) => (
            <Card key={key}>
              <Bar is="line" />
              <Bar is="figure" />
            </Card>
          ))}
        </div>
      </div>
    </>
  )
}

const Bar = ({ is }: { is: string }) => <span data-bar={is} />

const times = <T,>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
