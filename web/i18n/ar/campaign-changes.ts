/** Changes of campaigns, and the pace of their leads. */
export const messages: Record<string, string> = {
  Changes: 'التغييرات',
  'Who changed this campaign, and what it was before.': 'من غيّر هذه الحملة، وكيف كانت من قبل.',
  'Nothing has been changed yet.': 'لم يُغيَّر شيء بعد.',
  'Days and hours: from': 'الأيام والساعات: من',
  'Days and hours: until': 'الأيام والساعات: حتى',
  'Turned on': 'مفعّل',
  'Your agency': 'وكالتك',
  becomes: 'تصبح',
  'Money cap': 'سقف المال',
  'Money cap per month': 'سقف المال في الشهر',
  'What its leads may cost the client in a calendar month. Leave empty for no cap.':
    'أقصى ما قد يكلّفه عملاؤها المحتملون العميلَ في شهر تقويمي. اتركه فارغًا بلا سقف.',
  'No cap': 'بلا سقف',
  'Spend alerts': 'تنبيهات الإنفاق',
  'Alert when a month has cost': 'تنبيه عندما تبلغ تكلفة الشهر',
  'A notice by email that stops nothing. Leave empty for none.':
    'إشعار بالبريد الإلكتروني لا يوقف شيئًا. اتركه فارغًا بلا إشعار.',
  'Alert at these shares of the cap': 'تنبيه عند هذه النسب من السقف',
  'By email, once a month each.': 'بالبريد الإلكتروني، مرة واحدة في الشهر لكل نسبة.',
  'Alert the client too': 'تنبيه العميل أيضًا',
  'Alert the agency too': 'تنبيه الوكالة أيضًا',
  '{used} used this month, resets on {date}': 'استُخدم {used} هذا الشهر، ويُحسب من جديد في {date}',
  'Where its leads are sent': 'إلى أين يُرسل عملاؤها المحتملون',
  'Limit and money cap': 'الحد وسقف المال',
  'of {cap} this month, resets on {date}': 'من {cap} هذا الشهر، ويُحسب من جديد في {date}',
  'The money cap of this month is reached': 'بلغت الحملة سقف المال لهذا الشهر',
  'Another lead would cost more than the {cap} that this campaign may cost. Leads come again from {date} on.':
    'سيكلّف عميل محتمل آخر أكثر من {cap} المسموح بها لهذه الحملة. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Change the cap': 'تغيير السقف',
  'One more lead would have cost more than was left of the campaign’s money cap of that month.':
    'كان عميل محتمل آخر سيكلّف أكثر مما تبقّى من سقف مال الحملة لذلك الشهر.',
  'One more lead would have cost more than was left of the client’s money cap of that month.':
    'كان عميل محتمل آخر سيكلّف أكثر مما تبقّى من سقف مال العميل لذلك الشهر.',
  'One more lead would have cost more than was left of the agency’s money cap of that month.':
    'كان عميل محتمل آخر سيكلّف أكثر مما تبقّى من سقف مال الوكالة لذلك الشهر.',
  'Money cap of the client': 'سقف مال العميل',
  'Money cap of the agency': 'سقف مال الوكالة',
  'Money cap of all campaigns': 'سقف مال جميع الحملات',
  'The client’s money cap of this month is reached': 'بلغ سقف مال العميل لهذا الشهر',
  'The agency’s money cap of this month is reached': 'بلغ سقف مال الوكالة لهذا الشهر',
  'Another lead would cost more than is left for all of your campaigns. Leads come again from {date} on.':
    'سيكلّف عميل محتمل آخر أكثر مما تبقّى لجميع حملاتك. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Another lead would cost more than is left for all campaigns of this client. Leads come again from {date} on.':
    'سيكلّف عميل محتمل آخر أكثر مما تبقّى لجميع حملات هذا العميل. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Another lead would cost more than is left for all leads of the agency. Leads come again from {date} on.':
    'سيكلّف عميل محتمل آخر أكثر مما تبقّى لجميع عملاء الوكالة المحتملين. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Money cap reached': 'بلغ سقف المال',
  'One more lead would have cost more than is left of this month’s money cap: the campaign’s or one above it.':
    'كان عميل محتمل آخر سيكلّف أكثر مما بقي من سقف المال لهذا الشهر: سقف الحملة أو سقف أعلى منها.',
  'New leads wait for the next month, or for a higher cap.': 'ينتظر العملاء المحتملون الجدد الشهر التالي أو سقفًا أعلى.',
  'More sites': 'مواقع أخرى',
  'Other sites whose visitors become leads of this campaign. Each gets a pixel of its own.':
    'مواقع أخرى يصبح زوارها عملاء محتملين لهذه الحملة. يحصل كل منها على بكسل خاص به.',
  'Addresses of more sites': 'عناوين المواقع الأخرى',
  'One address per line. A pixel ends when its address is taken away or changed.':
    'عنوان واحد في كل سطر. ينتهي البكسل عند حذف عنوانه أو تغييره.',
  '{wrong} isn’t a valid URL. It must begin with https://.': '{wrong} ليس عنوانًا يبدأ بـ https://.',
  'Enter at most {most} sites.': 'أدخل {most} مواقع على الأكثر.',
  Site: 'الموقع',
  'Each site has a pixel of its own.': 'لكل موقع بكسل خاص به.',
  'The first site': 'الموقع الأول',
  Goals: 'الأهداف',
  Goal: 'هدف',
  'What visitors should do on the site. The campaign’s page counts it, and how many leads did it.':
    'ما ينبغي للزوار فعله على الموقع. تعدّه صفحة الحملة، وكم من العملاء المحتملين فعله.',
  'Events that are goals': 'الأحداث التي تُعد أهدافًا',
  'By the names that the site’s pages give them. Press Enter after each.':
    'بالأسماء التي تعطيها لها صفحات الموقع. اضغط Enter بعد كل اسم.',
  'Goals reached: {count}, by {leads} of the leads ({rate}).':
    'الأهداف المحقَّقة: {count}، من قِبل {leads} من العملاء المحتملين ({rate}).',
  'Spread evenly': 'توزيع بالتساوي',
  'Spreads leads over the day instead of taking them as fast as they come.':
    'يأتي العملاء المحتملون على مدى ساعات اليوم واحدًا تلو الآخر، بدلًا من أسرع ما يمكن.',
  'Ready to start': 'جاهزة للبدء',
  Ready: 'جاهزة',
  '{count, plural, one {# draft} other {# drafts}}, {ready} ready to start':
    '{count, plural, one {مسودة واحدة} two {مسودتان} few {# مسودات} many {# مسودة} other {# مسودة}}، الجاهز منها للبدء: {ready}',
  'Start all {count} that are ready': 'ابدأ كل الحملات الجاهزة ({count})',
  'Show all {count}': 'عرض الكل ({count})',
  'Show fewer': 'عرض أقل',
  'Start {name}': 'بدء {name}',
  'What is missing': 'ما ينقص',
  '{count, plural, one {# step missing} other {# steps missing}}':
    '{count, plural, one {خطوة واحدة ناقصة} two {خطوتان ناقصتان} few {# خطوات ناقصة} many {# خطوة ناقصة} other {# خطوة ناقصة}}',
  'Changed; what it was is not kept.': 'تغيّر؛ ولا تُحفظ قيمته السابقة.',
  'Price as the client’s': 'السعر كسعر العميل',
  'Required phone number': 'رقم الهاتف مطلوب',
  'Required home address': 'عنوان السكن مطلوب',
}
