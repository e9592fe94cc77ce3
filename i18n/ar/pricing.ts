/** Prices that agencies pay their operator. */
export const messages = {
  'Enter a price from 0 to {most}.': 'أدخل سعرًا من 0 إلى {most}.',
  'Set Cost for Agency': 'تحديد تكلفة الوكالة',
  'Set Cost for {name}': 'تحديد تكلفة {name}',
  'What {name} pays you.': 'ما تدفعه لك {name}.',
  'Platform fee': 'رسوم المنصة',
  'Cost per lead': 'تكلفة العميل المحتمل',
  'Cost per lead advanced': 'تكلفة العميل المحتمل المتقدمة',
  'Minimum cost per month': 'الحد الأدنى للتكلفة شهريًا',
  'per week': 'في الأسبوع',
  'per month': 'في الشهر',
  'Review changes': 'مراجعة التغييرات',
  'Save costs': 'حفظ التكاليف',
  Back: 'رجوع',
  'What changes': 'ما الذي يتغير',
  '{price} of {product} ({term})': '{price} لمنتج {product} ({term})',
  '{old} → {new}': '{old} تصبح {new}',
  'Campaigns pay the new price for new leads. Existing leads keep their price.':
    'تدفع الحملات السعر الجديد مقابل العملاء المحتملين من الآن فصاعدًا. ويحتفظ العملاء المحتملون الحاليون بالسعر الذي أُنشئوا به.',
  Prices: 'الأسعار',
  Limits: 'الحدود',
  'The highest price applies to every campaign. Limit and days are defaults for new campaigns.':
    'يسري السعر الأعلى على كل حملة. أما الحد والأيام فهي ما تبدأ به الحملات الجديدة.',
  Product: 'المنتج',
  'Payment term': 'شرط الدفع',
  'Highest price per lead': 'أعلى سعر للعميل المحتمل',
  'Maximum leads of a new campaign': 'الحد الأقصى للعملاء المحتملين لحملة جديدة',
  Counted: 'طريقة العدّ',
  'First day of new campaigns': 'أول يوم للحملات الجديدة',
  'Last day of new campaigns': 'آخر يوم للحملات الجديدة',
  'Save limits': 'حفظ الحدود',

  // Server errors.
  'The last day must not be before the first.': 'يجب ألا يسبق اليوم الأخير اليوم الأول.',
  'The highest price must not be below the price per lead.': 'يجب ألا يقل السعر الأعلى عن سعر العميل المحتمل.',
}
