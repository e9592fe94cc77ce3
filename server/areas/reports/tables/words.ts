import type { Language } from '#contract/core/language.ts'
import { reasonTitles } from '#contract/leads/reason-titles.ts'
import { columnNames, kindNames, listsName, type ReportColumn, type ReportKind } from '#contract/reports/table-names.ts'
import type { Reason } from '#contract/leads/reasons.ts'

/** The texts of a report file, besides names and figures. */
interface ReportWords {
  kinds: Readonly<Record<ReportKind, string>>
  columns: Readonly<Record<ReportColumn, string>>
  /** The heading of the first column. */
  of: Readonly<Record<ReportKind, string>>
  reasons: Readonly<Record<Reason, string>>
  /** The row of enriched lists without a campaign. */
  lists: string
  total: string
  days: string
  client: string
  module: string
  /** Said where a report has more rows than a file lists. */
  hidden: string
  page: string
}

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  en: {
    kinds: kindNames,
    columns: columnNames,
    of: { campaigns: 'Campaign', clients: 'Client', modules: 'Module', days: 'Day', funnel: 'Stage' },
    reasons: reasonTitles,
    lists: listsName,
    total: 'Total',
    days: '{start} to {end}, in days of {zone}',
    client: 'Client: {name}',
    module: 'Module: {name}',
    hidden: 'More rows, not listed here but part of the total: {count}',
    page: 'Page {page}',
  },
  ar: {
    kinds: {
      campaigns: 'حسب الحملة',
      clients: 'حسب العميل',
      modules: 'حسب الوحدة',
      days: 'حسب اليوم',
      funnel: 'أين انتهت الزيارات',
    },
    columns: {
      visits: 'الزيارات',
      match_rate: 'معدل المطابقة',
      leads: 'العملاء المحتملون',
      cost_per_lead: 'تكلفة العميل المحتمل',
      spend: 'الإنفاق',
      wholesale: 'تكلفة الجملة',
      margin: 'الهامش',
      conversions: 'التحويلات',
      value: 'قيمة التحويلات',
      return_on_spend: 'العائد على الإنفاق',
      share: 'الحصة',
    },
    of: { campaigns: 'الحملة', clients: 'العميل', modules: 'الوحدة', days: 'اليوم', funnel: 'المرحلة' },
    reasons: {
      lead: 'عميل محتمل',
      returning: 'زائر عائد',
      host_not_allowed: 'موقع آخر',
      no_origin: 'لم يرسلها متصفح',
      bot: 'روبوت',
      datacentre: 'مركز بيانات',
      privacy_gpc: 'إشارة الخصوصية العالمية (GPC)',
      privacy_opt_out: 'انسحب على الموقع',
      privacy_consent: 'رُفضت الموافقة',
      ip_excluded: 'عنوان IP مستبعد',
      no_key: 'لا شيء للتعرّف به',
      no_contact: 'لا جهة اتصال',
      no_match: 'شخص غير معروف',
      opted_out: 'اختار الانسحاب',
      region_forbidden: 'منطقة بلا تعرّف',
      page_excluded: 'صفحة مستبعدة',
      negative_keyword: 'كلمة مفتاحية سلبية',
      search_too_old: 'بحث قديم جدًا',
      too_few_searches: 'عمليات بحث قليلة جدًا',
      record_old: 'لم يُتحقق منه مؤخرًا',
      too_little_known: 'المعلومات قليلة جدًا',
      no_employer: 'جهة العمل غير معروفة',
      company_excluded: 'الشركة مستبعدة',
      profile_missed: 'خارج ملف العميل المثالي',
      company_calm: 'اهتمام الشركة لم يرتفع',
      email_missing: 'لا بريد إلكتروني',
      phone_missing: 'لا هاتف',
      address_missing: 'لا عنوان',
      outside_target: 'خارج الاستهداف',
      outside_audience: 'خارج الجماهير',
      excluded_root: 'استبعدته المنصة',
      excluded_agency: 'استبعدته الوكالة',
      excluded_client: 'استبعده العميل',
      excluded_campaign: 'استبعدته الحملة',
      no_earlier_visit: 'لا زيارة سابقة',
      converted: 'عميل بالفعل',
      company_returning: 'الشركة عميل محتمل بالفعل',
      not_started: 'لم تبدأ',
      ended: 'انتهت',
      not_active: 'غير نشطة',
      outside_hours: 'خارج ساعاتها',
      limit_reached: 'بلغ الحد',
      cap_reached: 'بلغ سقف الإنفاق',
      paced: 'سبقت وتيرتها',
      held: 'قيد الانتظار',
      no_funds: 'لا رصيد',
    },
    lists: 'القوائم المرفوعة',
    total: 'المجموع',
    days: 'من {start} إلى {end}، بأيام {zone}',
    client: 'العميل: {name}',
    module: 'الوحدة: {name}',
    hidden: 'صفوف أخرى غير مدرجة هنا لكنها ضمن المجموع: {count}',
    page: 'صفحة {page}',
  },
}

/** A sentence with its values. In Arabic, names in another script are isolated so that they don't reorder the sentence. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
