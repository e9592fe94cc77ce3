/** The trees of agencies and clients: icons, filters, developer mode, prices. */
export const messages = {
  'The developer API appears in the agency’s menu once it accepts the agreement.':
    'تجد الوكالة واجهة المطوّرين في قائمتها بعد قبول الاتفاقية.',
  'Turn on developer mode?': 'تفعيل وضع المطوّر؟',
  'Turn off developer mode?': 'إيقاف وضع المطوّر؟',
  'A one-time fee of {fee} applies once the agency has accepted the developer agreement.':
    'تُطبَّق رسوم لمرة واحدة قدرها {fee} بعد قبول الوكالة لاتفاقية المطوّرين.',
  'This resets the feature: its keys and agreement become invalid, and the one-time fee of {fee} is charged again when it is turned back on.':
    'يعيد هذا ضبط الميزة: لا تعود مفاتيحها واتفاقيتها سارية، وتُحصَّل الرسوم لمرة واحدة قدرها {fee} مجددًا عند تفعيلها من جديد.',
  'Takes effect when you save.': 'يسري ذلك عند حفظ النموذج.',
  'When off, its sidebar and text use your colors.': 'عند الإيقاف يأخذ شريطها الجانبي ونصوصها ألوانك.',
  'Accepted {date}': 'قُبلت في {date}',
  'Not accepted': 'لم تُقبل',
  Off: 'متوقف',
  'One-time fee': 'رسوم لمرة واحدة',
  'On file': 'مسجّلة',
  Generated: 'أُنشئ',
  'Developer API': 'واجهة المطوّرين',
  'Setup progress of {name}.': 'إلى أين وصلت {name}.',
  'Turn off in its form': 'إيقافه في نموذجها',
  'Turn on in its form': 'تفعيله في نموذجها',
  incomplete: 'غير مكتملة',
  active: 'نشطة',
  'no key yet': 'بلا مفتاح بعد',
  off: 'متوقفة',
  'See the product as its main user does, for 30 minutes and with a reason.':
    'شاهد المنتج كما يراه مستخدمها الرئيسي، لمدة 30 دقيقة مع ذكر السبب.',
  'Change its details, address and products.': 'غيّر بياناتها وكيفية الوصول إليها وما يُسمح لها باستخدامه.',
  'Set cost': 'تحديد التكلفة',
  'What it pays for each product and payment term. Existing leads keep their price.':
    'ما تدفعه لكل منتج وشرط دفع. يحتفظ العملاء المحتملون الحاليون بسعرهم.',
  'Green: its campaigns are billed at wholesale to its card.': 'أخضر: تُفوتر حملاتها بسعر الجملة على بطاقتها.',
  'Green: has a minimum spend. Gray: exempt.': 'أخضر: يُطلب منها الحد الأدنى للإنفاق. رمادي: مستثناة.',
  'Green: pays the onboarding fee. Gray: exempt.': 'أخضر: تُطلب منها رسوم الانضمام. رمادي: مستثناة.',
  'Gray: off. Blue: on, without a key. Green: on, with a key. Orange: the agreement or the card is missing, or there is a key and the mode is off.':
    'رمادي: متوقفة. أزرق: مفعّلة بلا مفتاح. أخضر: مفعّلة مع مفتاح. برتقالي: تنقصها الاتفاقية أو البطاقة، أو يوجد مفتاح والوضع متوقف.',
  'Sales staff assigned to it. Orange: assigned.': 'من يتولى متابعتها. برتقالي: يوجد من يتولاها.',
  'Signs its people out immediately. Can be restored for 30 days.':
    'يُسجَّل خروج أفرادها فورًا. ويمكن استعادتها خلال 30 يومًا.',
  'Activity of its users and changes to it.': 'ما فعله أفرادها، وما جرى عليها.',
  'Payment failed': 'فشل الدفع',
  'Red: a payment failed. Opens its settlement.': 'أحمر: فشلت عملية دفع. يفتح تسويتها.',
  'What the icons mean': 'معاني الأيقونات',
  "Agency User's Logs": 'سجلات مستخدمي الوكالة',
  "Client User's Logs": 'سجلات مستخدمي العميل',
  'Activity of users at {name}.': 'ما فعله أفراد {name}.',
  'This product still has active campaigns: {ids}. Please stop them manually first.':
    'لا تزال لهذا المنتج حملات نشطة: {ids}. يرجى إيقافها يدويًا أولًا.',
  'New agencies': 'الوكالات الجديدة',
  'Defaults for new agencies. Existing agencies don’t change.':
    'ما تبدأ به الوكالة الجديدة ما لم تختر لها غير ذلك. وتحتفظ الوكالات الحالية بما لديها.',
  'User logs of {name}': 'سجلات مستخدمي {name}',
  'Developer API of {name}: {state}': 'واجهة المطوّرين لدى {name}: {state}',
  'More for {name}': 'المزيد لـ {name}',
  'Direct Payment': 'دفع مباشر',
  'Filters ({count})': 'عوامل التصفية ({count})',
  'Developer Api': 'واجهة المطوّرين',
  'Loading data...': 'جارٍ تحميل البيانات...',
  'Agency prices': 'أسعار الوكالات',
  'Client prices': 'أسعار العملاء',
  'Set Cost for Client': 'تحديد تكلفة العميل',
  'What {name} pays its agency.': 'ما تدفعه {name} لوكالتها.',
  'What agencies without a custom price pay you. This is also the minimum price for Enhance and B2B leads.':
    'ما تدفعه لك الوكالات التي ليس لها سعر خاص. ولا تدفع أي وكالة أقل من ذلك مقابل عملاء Enhance وB2B المحتملين.',
  'What clients without a custom price pay. A lead is never sold for less than the agency pays.':
    'ما يدفعه العملاء الذين ليس لهم سعر خاص. ولا يُباع عميل محتمل بأقل مما تدفعه الوكالة.',
  'Campaigns without a custom price pay the new price for new leads. Existing leads keep their price.':
    'تدفع الحملات التي ليس لها سعر خاص السعر الجديد مقابل العملاء المحتملين من الآن فصاعدًا. ويحتفظ العملاء المحتملون الحاليون بالسعر الذي أُنشئوا به.',
}
