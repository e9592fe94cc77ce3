const words = (text: string): string[] => text.trim().split(/\s+/)

/** An IPv4 address in every notation: plain, mapped and tunneled. */
function notationsOf(sentinel: string): string[] {
  const [a, b, c, d] = sentinel.split('.').map(Number) as [number, number, number, number]
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const hex = (value: number): string => value.toString(16)
  const embeddedV4 = `${hex((a << 8) | b)}:${hex((c << 8) | d)}`
  return [
    sentinel,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${sentinel}.`,
    sentinel.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    sentinel.replaceAll('.', '。'),
    `[::ffff:${sentinel}]`,
    `[::ffff:${embeddedV4}]`,
    `[0:0:0:0:0:ffff:${embeddedV4}]`,
    `[::${sentinel}]`,
    `[::${embeddedV4}]`,
    `[64:ff9b::${sentinel}]`,
    `[64:ff9b::${embeddedV4}]`,
    `[64:ff9b:1::${embeddedV4}]`,
    `[2002:${embeddedV4}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hex(0xffff ^ ((a << 8) | b))}:${hex(0xffff ^ ((c << 8) | d))}]`,
  ]
}

const special = words(`
    0.0.0.0 0.0.0.1 0.255.255.255 0 10.0.0.0 10.0.0.1 10.255.255.255 100.64.0.0 100.64.0.1 100.127.255.255
    127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001 0x7f.1 0177.0.0.1 169.254.0.1
    169.254.169.254 169.254.170.2 2852039166 0xa9fea9fe 0251.0376.0251.0376 168.63.129.16 172.16.0.1
    172.31.255.255 172.20.10.5 192.0.0.1 192.0.0.170 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.1.1
    192.168.255.255 3232235777 0xc0a80101 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 4294967295 [::] [::1] [0:0:0:0:0:0:0:1]
    [0000:0000:0000:0000:0000:0000:0000:0001] [::2] [::ffff:0:0] [::ffff:10.0.0.1] [::ffff:169.254.169.254]
    [::ffff:a9fe:a9fe] [::ffff:8.8.8.8] [100::1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [2001::1] [2001:10::1]
    [2001:20::1] [2001:db8::1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [3fff::1] [fe80::1] [febf::1] [fec0::1]
    [fc00::1] [fd00::1] [fd00:ec2::254] [fdff:ffff::1] [ff00::1] [ff02::1] [ff0e::1] [4000::1]`)

const names = words(`
    localhost LOCALHOST localhost. a.localhost acme.localhost a.b.localhost. ⓛocalhost router.local
    printer.local. metadata.google.internal db.internal nas.lan wiki.intranet box.home.arpa postgres redis
    metadata a hidden.onion`)

/**
 * URLs that users must not make the server request (SSRF), for the guarded client's test. `sentinel` is a loopback
 * address with a listener on port 8443.
 */
export function forbiddenTargets(sentinel: string): string[] {
  const hosts = [...notationsOf(sentinel), ...special, ...names].map((host) => `https://${host}:8443/hook`)
  const ports = words('22 25 53 80 110 465 587 2525 3000 3306 5432 6379 8080 9200 0')
  return [
    ...hosts,
    `https://${sentinel}/`,
    `https:${sentinel}:8443/`,
    `https:\\\\${sentinel}:8443\\`,
    `https:///${sentinel}:8443/`,
    ` https://${sentinel}:8443/`,
    `ht\ttps://${sentinel}:8443/`,
    `https://${sentinel}:8443#@hooks.example.com/`,
    `https://${sentinel}:8443?@hooks.example.com/`,
    ...ports.map((port) => `https://hooks.example.com:${port}/`),
    'http://hooks.example.com/',
    'http://hooks.example.com:443/',
    'http://hooks.example.com:8443/',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    `https://hooks.example.com@${sentinel}:8443/`,
    `https://hooks.example.com:443@${sentinel}:8443/`,
    `https://:@${sentinel}:8443/`,
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com:443/_GET',
    'data:text/plain,hello',
    'javascript:1',
    'blob:https://hooks.example.com/1',
    'ws://hooks.example.com/',
    'wss://hooks.example.com/',
    'unix:/var/run/docker.sock',
    'http://unix:/var/run/docker.sock:/info',
    'ldap://hooks.example.com/',
    'dict://hooks.example.com:11211/stat',
    'jar:https://hooks.example.com!/',
    '',
    'https://',
    'https://:443/',
    '//hooks.example.com/',
    'hooks.example.com',
    '/etc/passwd',
    'https://[fe80::1%25eth0]:8443/',
    'https://[::1%25lo]:8443/',
    'https://exa mple.com/',
    'https://256.256.256.256/',
    'https://1.2.3.4.5/',
    'https://hooks.example.com:99999/',
  ]
}

/** DNS answers that must be rejected: each line is a name's set of addresses. One private address is enough. */
export const forbiddenAnswers: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['192.168.1.1'],
  ['100.100.100.200'],
  ['0.0.0.0'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['fd00::1'],
  ['fe80::1'],
  ['fe80::1%lo'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::1'],
  ['ff02::1'],
  ['93.184.216.34', '127.0.0.1'],
  ['127.0.0.1', '93.184.216.34'],
  ['93.184.216.34', '::1'],
  ['2606:2800:220:1:248:1893:25c8:1946', '10.0.0.1'],
  ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', 'fc00::1'],
  ['no address'],
]
