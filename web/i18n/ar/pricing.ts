/** What an agency pays its operator. */
export const messages: Record<string, string> = {
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
  '{old} becomes {new}': '{old} تصبح {new}',
  'Campaigns pay the new price for leads from now on. Leads that exist keep the price they were made with.':
    'تدفع الحملات السعر الجديد مقابل العملاء المحتملين من الآن فصاعدًا. ويحتفظ العملاء المحتملون الحاليون بالسعر الذي أُنشئوا به.',
}
