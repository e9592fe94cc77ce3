import type { z } from 'zod'

/**
 * Messages for invalid input: one table for all constraints of all schemas. `{n}` is a number, `{names}` lists invalid
 * values (`withNames`). The web has all of them in Arabic; the library's own messages are never shown.
 */
export const sentences = {
  required: 'This field is required.',
  invalid: 'Enter a valid value.',
  unknownField: 'This field is not recognized.',
  text: 'Enter text.',
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  list: 'Enter a list.',
  tooShort: 'Enter at least {n} characters.',
  tooLong: 'Enter at most {n} characters.',
  tooLow: 'Enter {n} or more.',
  tooHigh: 'Enter {n} or less.',
  tooFew: 'Select at least {n}.',
  tooMany: 'Select at most {n}.',
  multipleOf: 'Enter a multiple of {n}.',
  headerName: 'Use letters, digits and hyphens, without spaces.',
  reservedHeader: 'We set this header. Choose another one.',
  headerValue: 'Use ASCII characters only, without line breaks or spaces at either end.',
  headerTwice: 'Each header can be sent only once.',
  longHeaders: 'All headers together are too long.',
  fieldTwice: 'Each field can be filled only once.',
  accountNumber: 'Use up to 20 letters, digits, points, slashes and hyphens.',
  accountTwice: 'Each account can be listed only once.',
  accountNames: 'One account number cannot have two names.',
  pastedKey: 'Paste it without spaces or other characters around it.',
  accountId: 'Enter the number of the account, with or without act_.',
  workspace: 'Enter the first part of the address, such as mycompany.',
  choice: 'Choose one of the available options.',
  controlCharacters: 'Remove control characters.',
  commas: 'Leave out commas.',
  invisible: 'Enter at least one visible character.',
  email: 'Enter a valid email address.',
  emails: 'Check the email addresses: one is not valid.',
  zipCodes: 'Enter ZIP codes of five digits.',
  network: 'Enter an address range such as 198.51.100.0/24.',
  unknownRange: 'No company has this address range.',
  unknownCompany: 'No company in the identity data has this domain.',
  unknownZip: 'This ZIP code does not exist.',
  center: 'Enter a ZIP code, or latitude and longitude such as 41.88, -87.63.',
  points: 'Enter one point per line: latitude and longitude, such as 41.88, -87.63.',
  tooFewPoints: 'Enter at least {n} points.',
  tooManyPoints: 'Enter at most {n} points.',
  crossedArea: 'The sides of this area cross. Move or remove a point.',
  emptyArea: 'No ZIP codes are in this area.',
  largeArea: 'This area has more than {n} ZIP codes. Make it smaller.',
  webAddress: 'Enter a valid web address.',
  website: 'Enter a website, such as https://www.example.com.',
  httpsAddress: 'Enter an address that begins with https://',
  hostName: 'Enter a valid host name.',
  mailServer: 'Enter the name of a mail server such as smtp.yourcompany.com.',
  path: 'Enter a path below /api.',
  id: 'Enter a valid ID.',
  token: 'This link or token is not valid.',
  formVersion: 'This version is not valid.',
  date: 'Enter a valid date.',
  dateTime: 'Enter a valid date and time.',
  dateRange: 'Enter two dates at most 400 days apart, the earlier first.',
  dateInReach: 'Enter a date from 2000 to 2100.',
  timeZone: 'Choose a time zone.',
  country: 'Choose a country.',
  state: 'Choose a state.',
  city: 'Enter names of cities, such as Austin TX.',
  color: 'Enter a color as #rrggbb.',
  phone: 'Enter a phone number.',
  price: 'Enter a price from 0 to 10,000 with at most four decimals.',
  fee: 'Enter a price from 0 to 99,999.99 with at most two decimals.',
  amount: 'Please enter a valid amount.',
  percent: 'Enter a percentage from 0 to 50 with at most two decimals.',
  taxRate: 'Enter a percentage from 0 to 100 with at most three decimals.',
  region: 'Enter the code of the region in at most three letters or digits, such as NY.',
  couponCode: 'Use 3 to 40 letters, digits, hyphens and underscores.',
  letters: 'Use letters, digits and spaces only.',
  cardNumber: 'Do not enter the card number here.',
  require: 'Use email, phone and address.',
  otherProduct: 'This does not apply to this product.',
  jobTitles: 'Enter one job title per line, each with at most 100 characters.',
  domains: 'Enter one domain per line, such as example.com.',
  addressRange: 'Enter an IP address, or a range such as 203.0.113.0/24.',
  hours: 'Enter hours of a day of the week such as mon 09:00-17:00.',
  pageRule: 'Enter a page such as /pricing* or shop.example.com/*, without spaces, ? and **.',
  oneCondition: 'Add at least one condition.',
  serviceAgreement: 'Accept the Service Agreement of this product first.',
  alwaysRequired: 'This product always requires this.',
  tooFewInStates: 'Too few people live in some of these states. Each needs at least {n}.',
  tooFewInPlaces: 'Too few people live here. At least {n} are needed.',
  noCampaignsYet: 'Campaigns of this product cannot be created yet.',
  tooManyKeywords: 'Enter at most 500 keywords.',
  longKeyword: 'Enter keywords of at most 5 words.',
  onlyNegativeKeywords: 'Enter at least one keyword that is not negative.',
  reason: 'Enter a reason.',
  pictureTooLarge: 'The image is too large. Use one of at most 500 kB.',
  pictureType: 'Use a PNG, JPEG, WebP or SVG image.',
  subdomain: 'Use 1 to 63 letters, digits and hyphens, without a hyphen at either end.',
  subdomainFirst: 'Choose your subdomain first. Your clients find it in every link.',
  amountNegative: 'Amount cannot be negative.',
  amountTooLow: 'Amount can not be less than or equal to 0.5.',
  topUpMinimum: 'A top-up must cost at least $0.50.',
  walletMinimum: 'The minimum amount is $250',
  walletCustomMinimum: 'The minimum amount is $2,500',
  walletMaximum: 'The maximum amount is $50,000',
  walletPreset: 'Choose $250, $500 or $1,000, or a custom amount.',
  month: 'Enter a month as YYYY-MM, from 2000 to 2100.',
  paymentTerm: 'Please select payment term',
  companiesOnly: 'This applies to agencies and clients only.',
  administratorsOnly: 'This applies to administrators only.',
  clientsOnly: 'This applies to clients only.',
  agenciesOnly: 'This applies to agencies only.',
  onCampaign: 'This is set on the campaign.',
  invitedPassword: 'Administrators and sales staff choose their own password.',
  ownPassword: 'Only the account owner can change the password.',
  minimumMissing: 'Enter the minimum number of leads.',
  minimumAboveLimit: 'Enter no more than the lead limit.',
  minimumWithoutEnd: 'Choose an end date, or a daily, weekly or monthly limit.',
  noticesOfAgency: 'Notifications are set by your agency.',
  noSuchQuestion: 'This question is not asked here.',
  chooseAnswer: 'Choose one of the answers.',
  notOfAgency: 'Choose people of your agency.',
  phonesOfAgency: 'Your agency decides whether phone numbers are shown.',
  otherSite: 'Enter a page of the campaign’s site.',
  thankYouIsHome: 'Enter a page that people see only after an order.',
  newCampaignId: 'A new campaign gets its ID when it is created.',
  otherSession: 'This does not match your session.',
  operatorOnly: 'This applies to the operator only.',
  operatorAndAgencies: 'This applies to the operator and agencies only.',
  notOfCompany: 'This does not fit this company.',
  noSettings: 'This company has no settings of its own.',
  listedBelow: 'The operator has agencies, and an agency has clients.',
  nameSalesPerson: 'Choose a sales person.',
  endBeforeStart: 'The end must not be before the start.',
  dateSince1970: 'Enter a date of 1970 or later.',
  lastDayInReach: 'Enter a last day on or after the first day, up to 2100.',
  twice: 'This field appears more than once.',
  badText: 'This contains invalid characters.',
  badFieldName: 'A field in the upload has an invalid name.',
  tooDeep: 'This is nested too deeply.',
  tooManyItems: 'This list has too many items.',
  unlikeAddress: 'This differs from the address.',
  neededForOwnRights: 'This field is needed when permission_active is T.',
  oneOrTwo: 'Enter 1 or 2.',
  firstStepOnly: 'This belongs to the first step.',
  headings: 'Enter an object that maps each heading to a field, or to nothing.',
  noSuchOrganization: 'This client has no such organization.',
  noSuchList: 'This client has no such list.',
  noSuchExternalCampaign: 'This organization has no such campaign.',
  organizationOfCampaign: 'Choose the organization to which this campaign belongs.',
  placesMissing: 'Choose the target location.',
  stateTargetOnly: 'This is used for the target State only.',
  zipTargetOnly: 'This is used for the target Zip Code only.',
  unknownStates: 'Unknown states: {names}.',
  unknownTopics: 'Unknown topics: {names}.',
  sensitiveTopics: 'Sensitive topics cannot be used: {names}.',
  sensitiveKeywords: 'Sensitive keywords cannot be used: {names}.',
  unknownZips: 'Unknown ZIP codes: {names}.',
  citiesElsewhere: 'These cities are not in the selected states: {names}.',
  citiesOfSeveral: 'Several states have these cities, so add the state to each: {names}.',
} as const

/** Inserts the invalid names into a sentence. */
export const withNames = (sentence: string, names: readonly string[]): string =>
  sentence.replace('{names}', () => names.join(', '))

/** The sentences of the library's own format checks. */
const formats: Readonly<Record<string, string>> = {
  email: sentences.email,
  url: sentences.webAddress,
  datetime: sentences.dateTime,
  date: sentences.date,
  uuid: sentences.id,
}

const types: Readonly<Record<string, string>> = {
  string: sentences.text,
  number: sentences.number,
  int: sentences.wholeNumber,
  array: sentences.list,
}

const withNumber = (sentence: string, n: unknown): string => sentence.replace('{n}', String(n))

/** The sentence for an issue that the library found; a schema's own comes first. Passed to every parse of an input. */
export function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? sentences.required : (types[String(issue.expected)] ?? sentences.invalid)
    case 'too_small':
      return tooSmall(String(issue.origin), issue.minimum)
    case 'too_big':
      return tooBig(String(issue.origin), issue.maximum)
    case 'not_multiple_of':
      return withNumber(sentences.multipleOf, issue.divisor)
    case 'invalid_format':
      return formats[String(issue.format)] ?? sentences.invalid
    case 'invalid_value':
      return issue.input === undefined ? sentences.required : sentences.choice
    case 'unrecognized_keys':
      return sentences.unknownField
    default:
      return issue.input === undefined ? sentences.required : sentences.invalid
  }
}

function tooSmall(origin: string, minimum: unknown): string {
  if (origin === 'string') return Number(minimum) <= 1 ? sentences.required : withNumber(sentences.tooShort, minimum)
  return withNumber(origin === 'array' ? sentences.tooFew : sentences.tooLow, minimum)
}

function tooBig(origin: string, maximum: unknown): string {
  if (origin === 'string') return withNumber(sentences.tooLong, maximum)
  return withNumber(origin === 'array' ? sentences.tooMany : sentences.tooHigh, maximum)
}
