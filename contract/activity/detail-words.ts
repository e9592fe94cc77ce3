import { moduleNames } from '../campaigns/modules.ts'
import { plainNames } from '../core/wire-names.ts'

/** What was changed, by the names under which entries keep it: fields of calls, and facts that use cases tell. */
const detailWords: readonly (readonly [word: string, names: string])[] = [
  ['Name', 'name ClientFullName clientFullName feature_name full_name'],
  ['Company', 'ClientCompanyName companyName company_name companyname companyID company_id companyrootid short_name'],
  ['Email', 'ClientEmail email username login contact_email address_email'],
  ['Password', 'ClientPass currpassword newpassword password pwd'],
  ['Phone', 'ClientPhone ClientPhoneCountryCallingCode ClientPhoneCountryCode phone phonenum'],
  ['Role', 'ClientRole roleID roleName roleIcon rolemodule role'],
  ['Permissions', 'user_permissions permission_active flags permissions'],
  ['Website', 'ClientDomain url urlCode urldata siteUrl site_url'],
  ['White-label branding', 'ClientWhiteLabeling is_whitelabeling'],
  ['Price per lead', 'CostSet CostSetFollows costs price'],
  ['Custom domain', 'DownlineDomain domain domainName'],
  [
    'Organization',
    'DownlineOrganizationID external_organizationid clientOrganizationID organizationName ownedcompanyid',
  ],
  ['Subdomain', 'DownlineSubDomain subdomain host'],
  ['Lead limit', 'LimitLead LimitLeadFreq limitLeads limitPeriod limit_leads limit_period'],
  ['Lead minimum', 'enableMinimumLimitLeads minimumLimitLeads'],
  ['First day', 'startdatecampaign LimitLeadStart start start_date'],
  ['Last day', 'enddatecampaign expires_on LimitLeadEnd end end_date'],
  ['Page', 'Page path place location_menu'],
  ['Height', 'height'],
  ['Version', 'version'],
  ['Status', 'active status statuscomplete state archived forbidden embedded_code_forbidden is_on enabled'],
  ['Action', 'action actiontype type desc'],
  ['Address', 'address country country_code city zip zip_codes state_code'],
  [
    'Notifications',
    'adminGetNotification disabledreceivedemail reportSentTo customercare defaultAdmin reportType adminNotifyTo leadsAmountNotification report_recipients',
  ],
  ['Modules', 'agencyDefaultModules selectedmodules modules moduleID leadspeekType module'],
  ['Amount', 'amount value due fee_cents'],
  ['Charge', 'chargeID chargeId operationID'],
  ['Percent', 'percent'],
  ['Valid from', 'valid_from'],
  ['Sales person', 'SalesID'],
  ['Leads per top-up', 'leadsbuy topupoptions'],
  ['Custom amount', 'custom_amount'],
  ['Continual top-up', 'stop_continual'],
  ['Discount', 'discount_cents'],
  ['Answers', 'answers'],
  ['Reidentification', 'applyreidentificationall reidentificationtype'],
  ['Colors', 'box_bgcolor brand_color link_color sidebar_bgcolor template_bgcolor text_color colors'],
  ['Campaign', 'campaign_id campaignID leadspeekApiID campaignName campaigns clientCampaignID leadspeek_api_id'],
  ['Campaign', 'stopped_campaigns'],
  ['Card', 'cardholder tokenid brand'],
  ['Client', 'ClientID clients client_id'],
  ['Client group', 'companyGroupID companyGroupName'],
  ['Developer key', 'client_id secretKey secret_key token'],
  ['Code', 'code currcode otp_token refcode embeddedcode placeEmbedded characters sha256 gtoken'],
  ['Contact', 'contact_name contact'],
  ['Coupon', 'couponID coupon_code max_uses'],
  ['Coupons accepted', 'enable_coupon'],
  ['User', 'currentUserID target_userID userID user_id usrID userType usertype userIP ip_user isAccExecutive kind'],
  ['Dates', 'daterange since updated_at'],
  ['Inbox', 'items is_done'],
  ['Snoozed until', 'until'],
  ['Assigned to', 'assignee_id'],
  ['Delivery', 'delivery_id destination_id'],
  ['Lead', 'lead_id'],
  ['Add campaigns', 'disabledaddcampaign'],
  ['Document', 'document_type feature_id is_marketing_services_agreement_developer'],
  ['Document', 'is_marketing_services_agreement_feature'],
  ['Test only', 'dry_run'],
  ['Integration', 'tags integration_slug integration_id enable connection details workspace webhook_url headers'],
  ['Integration', 'api_key api_password'],
  ['Phone numbers', 'enablephonenumber phoneenabled clientHidePhone'],
  ['Minimum spend exclusion', 'exclude_minimum_spend'],
  ['First month', 'first_month'],
  ['Second month', 'second_month'],
  ['Every month after', 'monthly'],
  ['Font', 'font_theme font'],
  ['Sender', 'from_email from_name mail_from from_address'],
  ['Tag manager', 'gtminstalled'],
  ['Postal address', 'homeaddressenabled'],
  ['Favicon', 'icon icon_svg'],
  ['Logo', 'logo logo_svg'],
  ['Operation', 'idsys operationID quote_id'],
  ['Language', 'language'],
  ['Legal name', 'legal_name'],
  ['Locations', 'locationtarget nationaltargeting target_location states cities zip_code'],
  ['Manual billing', 'manualBill manual_bill'],
  ['Columns', 'mapping replace'],
  ['States without identification', 'forbidden_states'],
  ['Enhance ID minimum', 'minleaddayenhance min_lead_day_enhance'],
  ['Package', 'packageID package_id'],
  ['Port', 'port'],
  ['Encryption', 'security'],
  ['Reason', 'reason detail'],
  ['Return', 'return_id decision'],
  ['Answer', 'answer'],
  ['Days to return leads', 'window_days'],
  ['Share of leads', 'share_percent'],
  ['Accepted by itself', 'accepts_itself'],
  ['Follows the agency', 'follows_agency'],
  ['Session', 'refresh_token ended'],
  ['Required email', 'requireemailaddress'],
  ['Required fields', 'require'],
  ['Spreadsheet', 'editorspreadsheet'],
  ['Thank-you page', 'urlCodeThankyou'],
  ['Keywords', 'keyword keywordcontextual keywords'],
  ['Enrichment data', 'campaign_information_type listAdvanceInformationId listB2BInformationId'],
  ['Visit', 'visit_id'],
  ['Payment terms', 'rootPaymentTermsNewAgencies selectedterms terms payment_terms'],
  ['Sales staff', 'salesAE salesRef salesRep agencies'],
  ['Search', 'search'],
  ['Keyword count', 'count_id api_version'],
  ['Topics', 'searchtopics'],
  ['Search window', 'searchwindow'],
  ['Minimum searches', 'searchminimum'],
  ['Minimum information', 'informationminimum'],
  ['Customer profile', 'profilematch profileminimum'],
  ['Industries', 'profileindustry'],
  ['Company sizes', 'profilesize'],
  ['Seniority', 'profileseniority'],
  ['Departments', 'profiledepartment'],
  ['Job titles', 'profiletitle'],
  ['Headquarters', 'profilestate'],
  ['Excluded companies', 'companyexclude'],
  ['One lead per company', 'companywindow'],
  ['Suggested contacts', 'suggestcontacts'],
  ['Design', 'drawing size template click_url'],
  ['Archived', 'archived'],
  ['Brand kit', 'logo_id'],
  ['Exclusion List', 'exclusion_level change_id'],
  ['File', 'file_name'],
  ['Addresses', 'addresses'],
  ['Events', 'events'],
  ['Message', 'message_id'],
  ['Days of grace', 'grace_days'],
  ['Setting', 'settingname'],
  ['Support', 'support_url'],
  ['Time zone', 'timezone time_zone'],
  ['Two-factor', 'twoFactorAuth two_factor_auth two_factor_auth_type'],
  ['Developer API', 'ApiMode api_mode'],
  ['Payment', 'payment_status payment_type'],
  ['Highest price per lead', 'CostMaxLead'],
  ['Platform fee', 'PlatformFee'],
  ['Cost per lead', 'Costperlead'],
  ['Advanced cost per lead', 'CostperleadAdvanced'],
  ['Minimum cost per month', 'MinCostMonth'],
  ['Weekly', 'Weekly'],
  ['Monthly', 'Monthly'],
  ['One time', 'OneTime'],
  ['Prepaid', 'Prepaid'],
  [moduleNames.local, 'Leadspeek local'],
  [moduleNames.locator, 'Locator locator'],
  [moduleNames.enhance, 'Enhance enhance'],
  [moduleNames.b2b, 'B2b b2b'],
]

const wordOf = new Map(detailWords.flatMap(([word, names]) => names.split(' ').map((name) => [name, word] as const)))
// The log of former days has the wire's spellings, what is written now has plain ones.
for (const [wire, plain] of Object.entries(plainNames)) {
  const word = wordOf.get(wire)
  if (word && !wordOf.has(plain)) wordOf.set(plain, word)
}

/** Names that mean something else in one kind of entry: the part of its action's name after the category. */
const wordsOfAction: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  applyCount: { state: 'Locations', zip: 'Locations' },
  embeddedCodeSaved: { place: 'Place in the frame' },
  couponCreated: { type: 'Discount', value: 'Discount', max_uses: 'Number of uses' },
  downloadAsked: { path: 'File' },
  mailServerSaved: { host: 'Mail server', username: 'User name', sender: 'Sender', login: 'Password' },
}

/** What is said of a detail that has no word of its own. */
export const unknownDetail = 'Details'

/** Every word that a detail may be said with, for catalogues. */
export const everyDetailWord: readonly string[] = [
  ...new Set([
    unknownDetail,
    ...detailWords.map(([word]) => word),
    ...Object.values(wordsOfAction).flatMap((words) => Object.values(words)),
  ]),
]

/** `Weekly.EnhanceCostperlead` is a price of a product under a payment term: three words. */
const priceField = /^(Leadspeek|Locator|Enhance|B2b)(PlatformFee|CostperleadAdvanced|Costperlead|MinCostMonth)$/

/** The words for a detail's name in an entry of this action, the widest first. */
export const detailWordsOf = (name: string, action = ''): string[] => {
  const own = wordsOfAction[action]?.[name]
  if (own !== undefined) return [own]
  const parts = name.split('.').flatMap((part) => priceField.exec(part)?.slice(1) ?? [part])
  return [...new Set(parts.filter((part) => !/^\d+$/.test(part)).map((part) => wordOf.get(part) ?? unknownDetail))]
}
