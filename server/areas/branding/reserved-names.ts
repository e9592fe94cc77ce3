/**
 * Names below the operator's host that could be mistaken for the operator's, that programs request automatically, or
 * that receive mail about the domain (RFC 2142). Look-alikes are reserved, too (SEC-11).
 */
const names: readonly string[] =
  `about abuse access account accounts activate ad address admin administration administrator ads affiliate affiliates
   agencies agency alert alerts analytics android announcements answers api apis app apple apps archive archives asset
   assets audit auth authenticate authorize autoconfig autodiscover backend backup backups bank banner banners beta billing
   blog blogs board bot bots broadcasthost bug bugs business ca cache calendar campaign campaigns captcha card cards career
   careers cart cdn certificate certificates chat checkout ci client clients clientarea cloud cluster code collect collector
   community config configuration connect console contact contract control copyright corp cpanel credit crm customer
   customers dashboard data database db debug default demo deploy design dev devel developer developers development dns doc
   docs documentation domain domains download downloads edge email embed enterprise error errors events exchange export
   extranet faq favicon feed feedback file files finance firewall forum forums ftp gateway git graphql group groups guest
   health help helpdesk home host hosting hostmaster hosts hub id image images imap img import inbox info infrastructure
   install integration integrations internal intranet invite invoice invoices ios ip isatap issue issues it jobs kb kubernetes
   ldap lead leads learn legal license list lists live local localdomain localhost log login logout logs mail mailer mailhost
   mails maintenance manage management manager map maps market marketing master media member members message messages metrics
   mobile monitor monitoring mta mx my network news newsletter no-reply nobody noc node noreply notification notifications ns
   ns1 ns2 ns3 ns4 oauth office official operations operator ops order orders owner panel partner partners password passwords
   pay payment payments phishing pixel platform policy pop pop3 portal postmaster press preview privacy private pro prod
   production profile project proxy public qa queue read register registration relay remote report reports reseller reset
   robots root router rss sales sandbox search secure security self server servers service services session settings setup
   sftp share shop signin signup site sites sitemap smtp sql ssh ssl sso staff stage staging stat static statistics stats
   status storage store stripe superuser support survey sys sysadmin system systems team teams temp terms test testing tests
   time tls token tool tools trace track tracker tracking training trust update updates upload uploads usage user users
   usenet uucp verify vpn wallet web webhook webhooks webmail webmaster website wiki wpad ws www www1 www2 www3`.split(
    /\s+/,
  )

/** Letters and digits that look alike, without hyphens. */
const skeletonOf = (name: string): string =>
  name
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(
      /[0134578]/g,
      (figure) => ({ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' })[figure] ?? figure,
    )
    .replaceAll('i', 'l')

const skeletons = new Set(names.map(skeletonOf))

/**
 * Hyphens in the third and fourth position mark encoded international names (`xn--`), which browsers could display like
 * somebody else's name.
 */
const isEncoded = (name: string): boolean => /^..--/.test(name)

export const isReserved = (name: string): boolean => isEncoded(name) || skeletons.has(skeletonOf(name))
