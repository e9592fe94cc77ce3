import { soonEnds_days, type HostCertificate } from '#contract/machine/machine.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { Section } from '../../shells/section.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { certificateProblems } from './words.ts'

/** The certificate of each host as visitors see it, those that end first. */
export function CertificatesSection({ certificates }: { certificates: readonly HostCertificate[] }) {
  const t = useT()
  const format = useFormat()
  if (certificates.length === 0)
    return (
      <Section
        title={t('Certificates')}
        description={t('In production, the certificate of each host is looked at twice a day.')}
      >
        {null}
      </Section>
    )
  return (
    <Section title={t('Certificates')} description={t('As visitors see them. Those that end first, up to fifty.')}>
      <WideTable label={t('Certificates')} hasNames>
        <thead>
          <tr>
            <th scope="col">{t('Host')}</th>
            <th scope="col">{t('Ends')}</th>
            <th scope="col">{t('Status')}</th>
          </tr>
        </thead>
        <tbody>
          {certificates.map((row) => (
            <tr key={row.host}>
              <td>
                <bdi>{row.host}</bdi>
              </td>
              <td>{row.expires_at === null ? '—' : format.date(row.expires_at)}</td>
              <td>
                <Left row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </Section>
  )
}

function Left({ row: { problem, days_left } }: { row: HostCertificate }) {
  const t = useT()
  if (problem !== '') return <StatusBadge tone={toneOf(problem)}>{t(certificateProblems[problem])}</StatusBadge>
  if (days_left === null) return <>—</>
  return (
    <StatusBadge tone={days_left < soonEnds_days ? 'warn' : 'ok'}>
      {t('{count, plural, one {# day left} other {# days left}}', { count: days_left })}
    </StatusBadge>
  )
}

const toneOf = (problem: HostCertificate['problem']): Tone => (problem === 'private_address' ? 'plain' : 'bad')
