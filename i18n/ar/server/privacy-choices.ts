/** The page on which people without an account say what may be done with their data. */
export const messages = {
  'Do not sell or share my personal information': 'لا تبيعوا معلوماتي الشخصية ولا تشاركوها',
  'Some visitors of our clients’ web sites are identified, and their contact details are sold to the site.':
    'يجري التعرّف على بعض زوّار مواقع عملائنا، وتُباع بيانات الاتصال بهم إلى الموقع.',
  'Here you say that yours must not be. You need no account, and it costs nothing.':
    'هنا تقول إن بياناتك يجب ألّا تُباع. لا تحتاج إلى حساب، والأمر مجاني.',
  'Opt out': 'اعترض',
  'Privacy report': 'تقرير الخصوصية',
  'What happened each day with signals, opt-outs and requests. Each day’s hash covers the day before, so no day can be changed later unnoticed.':
    'ما حدث كل يوم بالإشارات والاعتراضات والطلبات. تشمل بصمة كل يوم اليوم الذي قبله، فلا يمكن تغيير أي يوم لاحقًا دون أن يُلاحَظ.',
  'The first report comes after the first whole day.': 'يأتي أول تقرير بعد أول يوم كامل.',
  'No request is open': 'لا طلب مفتوح',
  'Hash of this day': 'بصمة هذا اليوم',
  'Visits with a privacy signal': 'زيارات بإشارة خصوصية',
  'Signals honored': 'إشارات روعيت',
  'People identified nevertheless': 'أشخاص جرى التعرّف عليهم رغم ذلك',
  'Opt-outs': 'اعتراضات',
  'Open requests': 'طلبات مفتوحة',
  'Days until the first is due': 'أيام حتى موعد أولها',
  'Deletions carried out': 'عمليات حذف نُفّذت',
  'Deletions verified by asking again': 'عمليات حذف جرى التحقق منها بالسؤال مجددًا',
  'Destinations asked to delete': 'وجهات طُلب منها الحذف',
  'Destinations that have not yet deleted': 'وجهات لم تحذف بعد',
  'Retention periods that were due': 'مدد حفظ حان أجلها',
  'Retention periods that were applied': 'مدد حفظ طُبّقت',
  'Daily privacy report': 'تقرير الخصوصية اليومي',
  'It takes effect at once. If you use several addresses, opt out with each of them.':
    'يسري الاعتراض فورًا. إذا كنت تستخدم عدّة عناوين، فاعترض بكل واحد منها.',
  'You have opted out': 'سُجّل اعتراضك',
  'From now on nobody is identified by this address, and it is neither sold nor shared.':
    'من الآن فصاعدًا لا يُتعرَّف على أحد بهذا العنوان، ولا يُباع ولا يُشارَك.',
  'Whoever got it from us before is told to delete it, within 15 business days at most.':
    'يُطلب ممّن حصل عليه منّا سابقًا حذفه، خلال 15 يوم عمل على الأكثر.',
  'Your request has the number {number}.': 'رقم طلبك هو {number}.',
  'Everybody gets this answer: it doesn’t tell whether we know the address.':
    'يحصل الجميع على هذا الجواب: فهو لا يدلّ على ما إذا كنّا نعرف العنوان.',
  'Opt out with another address': 'اعترض بعنوان آخر',
  'Your browser’s signal': 'إشارة متصفحك',
  'Your browser sends Global Privacy Control. We honor it: as long as it is on, visits with this browser identify nobody.':
    'يرسل متصفحك إشارة Global Privacy Control. نحن نحترمها: ما دامت مفعّلة، لا تُعرِّف الزيارات بهذا المتصفح أحدًا.',
  'Your browser doesn’t send Global Privacy Control. Where it is on, visits with that browser identify nobody, on any site.':
    'لا يرسل متصفحك إشارة Global Privacy Control. حيثما كانت مفعّلة، لا تُعرِّف الزيارات بذلك المتصفح أحدًا، على أي موقع.',
}
