/** Exclusion lists of all levels. */
export const messages = {
  'Upload addresses': 'رفع العناوين',
  'One email address or MD5 hash per line, up to 10,000 in a CSV file. Only hashes are stored, never the addresses.':
    'عنوان بريد إلكتروني أو بصمة MD5 واحدة في كل سطر، حتى 10,000 في ملف CSV. تُحفظ البصمات فقط، ولا تُحفظ العناوين أبدًا.',
  'Upload CSV file': 'رفع ملف CSV',
  'Please Wait, your file being upload ...': 'يرجى الانتظار، يجري رفع ملفك ...',
  'Invalid file format. This upload only supports CSV files.': 'تنسيق الملف غير صالح. هذا الرفع يدعم ملفات CSV فقط.',
  'Whoops that did not work, please check your file for errors and try again':
    'عذرًا، لم ينجح ذلك. يرجى التحقق من الأخطاء في ملفك والمحاولة مرة أخرى',
  'Are you sure you want to purge existing records?': 'هل أنت متأكد من رغبتك في إفراغ السجلات الموجودة؟',
  'There was an error processing your request.': 'حدث خطأ أثناء معالجة طلبك.',
  'In progress': 'قيد التنفيذ',
  '{done} of {total} rows': 'الصفوف: {done} من {total}',
  History: 'السجل',
  Platform: 'المنصة',
  Purged: 'أُفرغت',
  '{count, plural, one {# new address} other {# new addresses}}':
    '{count, plural, zero {لا عناوين جديدة} one {عنوان جديد واحد} two {عنوانان جديدان} few {# عناوين جديدة} many {# عنوانًا جديدًا} other {# عنوان جديد}}',
  '{count, plural, one {# address removed} other {# addresses removed}}':
    '{count, plural, zero {لم يُزل أي عنوان} one {أُزيل عنوان واحد} two {أُزيل عنوانان} few {أُزيلت # عناوين} many {أُزيل # عنوانًا} other {أُزيل # عنوان}}',
  '{count, plural, one {# lead credited} other {# leads credited}}':
    '{count, plural, zero {لا أرصدة لعملاء محتملين} one {رُدّت قيمة عميل محتمل واحد} two {رُدّت قيمة عميلين محتملين} few {رُدّت قيمة # عملاء محتملين} many {رُدّت قيمة # عميلًا محتملًا} other {رُدّت قيمة # عميل محتمل}}',
  Undone: 'تم التراجع',
  'Undo this upload?': 'التراجع عن هذا الرفع؟',
  'Undo this purge?': 'التراجع عن هذا الإفراغ؟',
  'Its new addresses are removed from the list.': 'تُزال عناوينه الجديدة من القائمة.',
  'Every purged address is restored.': 'يُستعاد كل عنوان أُفرغ.',
  'Its credits are reversed.': 'تُسترد أرصدته.',
  'Purge list': 'إفراغ القائمة',
  'Every address is removed from this list. You can undo this for 24 hours.':
    'تُزال كل العناوين من هذه القائمة. يمكنك التراجع خلال 24 ساعة.',
  'Lead credits': 'أرصدة العملاء المحتملين',
  'Leads whose address is excluded later are not credited.': 'لا تُرد قيمة العملاء المحتملين الذين تُستبعد عناوينهم لاحقًا.',
  '{days, plural, one {A lead whose address is excluded within a day of its capture is credited: to the client by the agency, to the agency by the platform.} other {A lead whose address is excluded within # days of its capture is credited: to the client by the agency, to the agency by the platform.}}':
    '{days, plural, zero {لا تُرد القيمة.} one {العميل المحتمل الذي يُستبعد عنوانه خلال يوم واحد من التقاطه تُرد قيمته: إلى العميل من الوكالة، وإلى الوكالة من المنصة.} two {العميل المحتمل الذي يُستبعد عنوانه خلال يومين من التقاطه تُرد قيمته: إلى العميل من الوكالة، وإلى الوكالة من المنصة.} few {العميل المحتمل الذي يُستبعد عنوانه خلال # أيام من التقاطه تُرد قيمته: إلى العميل من الوكالة، وإلى الوكالة من المنصة.} many {العميل المحتمل الذي يُستبعد عنوانه خلال # يومًا من التقاطه تُرد قيمته: إلى العميل من الوكالة، وإلى الوكالة من المنصة.} other {العميل المحتمل الذي يُستبعد عنوانه خلال # يوم من التقاطه تُرد قيمته: إلى العميل من الوكالة، وإلى الوكالة من المنصة.}}',
  'Enter 0 to disable.': 'أدخل 0 للتعطيل.',
  'Visitors on this list never become leads.': 'الزوار في هذه القائمة لا يصبحون عملاء محتملين لأي جهة.',
  'Visitors on this list never become leads for your clients.':
    'الزوار في هذه القائمة لا يصبحون عملاء محتملين لأي من عملائك.',
  'Visitors on this list never become leads in your campaigns.':
    'الزوار في هذه القائمة لا يصبحون عملاء محتملين لأي من حملاتك.',
  'Visitors on this list never become leads in this campaign.':
    'الزوار في هذه القائمة لا يصبحون عملاء محتملين لهذه الحملة.',
  'Addresses on the list': 'العناوين في القائمة',
  'Takes effect as soon as an upload is done.': 'تسري فور انتهاء الرفع.',
  'Open exclusion list': 'فتح قائمة الاستبعاد',
  'Credits given': 'الأرصدة الممنوحة',
  'No credits yet': 'لا أرصدة بعد',
  'Uploads that credit your leads or your clients’ appear here.':
    'تظهر هنا عمليات الرفع التي تردّ قيمة عملاء محتملين لك أو لعملائك.',
  List: 'القائمة',
  'To the client': 'إلى العميل',
  'To you': 'إليك',
  'Credited to the client': 'أُضيف إلى رصيد العميل',
  'Credited to the agency': 'أُضيف إلى رصيد الوكالة',
  'Credit to the client reversed': 'استُرد رصيد العميل',
  'Charged to you': 'حُمّل على حسابك',
  'Credit to you reversed': 'استُرد الرصيد المضاف إليك',
  'Credit to the agency reversed': 'استُرد رصيد الوكالة',

  // Of the server and the contract.
  'Your Suppression file has been Submitted, Thank you!': 'تم إرسال ملف الاستبعاد الخاص بك، شكرًا لك!',
  'You can undo this for 24 hours.': 'يمكنك التراجع عن هذا خلال 24 ساعة.',
  'Upload in progress': 'الرفع قيد التنفيذ',
  'Wait for the upload to finish, then purge again.': 'انتظر حتى ينتهي الرفع، ثم أفرغ القائمة مرة أخرى.',
  'Nothing to purge': 'لا شيء لإفراغه',
  'This exclusion list is empty.': 'قائمة الاستبعاد هذه فارغة.',
  'The list was restored.': 'استُعيدت القائمة.',
  'The upload was undone.': 'تم التراجع عن الرفع.',
  'Only the last change can be undone, within 24 hours.': 'يمكن التراجع عن آخر تغيير فقط، خلال 24 ساعة.',
  'The file has more than 10,000 records.': 'يحوي الملف أكثر من 10,000 سجل.',
  'Line {n} has more than one value.': 'في السطر {n} أكثر من قيمة.',
  'Line {n} is neither an email address nor an MD5 hash.': 'السطر {n} ليس عنوان بريد إلكتروني ولا بصمة MD5.',
  'The file has no email addresses or MD5 hashes.': 'لا يحوي الملف أي عنوان بريد إلكتروني أو بصمة MD5.',
  'The upload has no such field.': 'لا يوجد حقل كهذا في الرفع.',
  'This company has no list of this type.': 'ليس لدى هذه الشركة قائمة من هذا النوع.',
  'This is neither an email address nor an MD5 hash.': 'ليس هذا عنوان بريد إلكتروني ولا بصمة MD5.',
}
