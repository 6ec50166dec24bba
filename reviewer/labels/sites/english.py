"""Cue words of English."""

from __future__ import annotations

import re

from reviewer.labels.sites.cues import Cues, any_of, words

ENGLISH = Cues(
    language="en",
    serving=words("the of and to in is that for it as with on are be this by or an from not which a if"),
    condition=any_of(
        r"""
        if(?! (?:necessary|needed|possible|any|applicable|so|not)\b)
        when(?!ever possible)
        unless
        in case
        in the event
        where no
        as soon as
        as long as
        provided that
        whoever
        should (?:the|a|an|it|this|they|you|we)
        (?:within|until|before) (?:the )?(?:\d+|one|two|three|four|five|ten) (?:\w+ )?(?:days?|hours?|weeks?|months?)
        within (?:the )?(?:\d+|one|two|three|four|five|ten) minutes
        """
    ),
    consequence_start=any_of(
        r"""
        otherwise
        where (?:it|this|that|none|no|one|an?|the \w+) (?:\w+ )?(?:is|was|has|does|comes?|fails?)
        (?:if|where|when) (?:[\w-]+ ){1,4}?(?:does|do|is|are|will|can) ?(?:not|n't|still)
        (?:if|where|when) (?:[\w-]+ ){1,4}?(?:has|have|was|were|remains?) ?(?:not|n't|still)
        (?:if|where) (?:no|nobody|nothing|none|every)
        (?:whoever|whatever|whenever) (?:asks?|is|does|fails?|misses|simply|a|an|the)
        should (?:the|a|an|it|this|they|that)
        while (?:this|that|these|it|the)
        up to that
        after the(?:se|m|m all)?(?: \w+)? (?:hour|date|day|period|deadline)
        if (?:it|they|he|she|this|that|these|those|either|neither|both) (?:is|are|does|do|has|have|was|were|did|had)
        if (?:it|they|he|she|this|that|these|those|either|neither|both) (?:can|cannot|comes?|fails?|succeeds?|agrees?)
        if (?:it|they|he|she|this|that|these|those|either|neither|both) (?:says?|happens?|passes|refuses?)
        if (?:not|so)
        if (?:he|she|it|they) \w+s?(?= not|,| within| before| by)
        if no such
        if all (?:is|are|this|that|these|those|three|two|of)
        in (?:that|this|such an?|either|both|the latter|the former|the first|the second|which) (?:case|event)
        (?:only )?then(?! (?:you|we) (?:can|could) (?:also|use|create|add|define|declare|import))
        until then
        after that (?:day|date|time|period|point)
        (?:from|on) that (?:day|date|time|moment|point)
        by then
        failing (?:that|this)
        once (?:it|this|that|they|these|those|all|both) (?:is|are|has|have|was|were)
        when (?:it|this|that|they|these|those|all|both|the time) (?:is|are|has|have|was|were|expires?|happens?|occurs?)
        as a (?:result|consequence)
        consequently
        the consequence
        """,
        start=True,
    ),
    prerequisite=any_of(
        r"""
        must (?:first|already|have|be|belong)
        can only
        may be \w+ (?:once|only|when)
        (?:is|are) needed
        may not (?:be )?\w+ until
        has? to (?:first|be|have)
        have to (?:first|be|have)
        need(?:s|ed)? to (?:first|be|have|install|create|know|make|know|sign|log|set|run)
        before (?:you|we|it|the|a|an|one|any|anything|that|this|\w+ing)
        prerequisites?
        requires?
        required
        make sure
        ensure that
        only (?:when|if|once|after)
        first
        """
    ),
    action_start=any_of(
        r"""
        only (?:then|when|once|after|if)
        not (?:until|before)
        then(?= (?:you|run|press|open|choose|start|the|it)\b)
        having (?:all|done|this)
        if (?:all|these|the) (?:conditions?|points?|requirements?|is|this|that|of)
        (?:when|once) all (?:\w+ ){0,2}(?:is|are|have)
        after (?:that|this|doing (?:this|that|so)|the(?:se|y)|it|all|you(?:'ve| have)|which)
        after (?:installing|creating|running)
        once (?:you|this|that|it|all|they|these|those|both|the|done|installed|created|every)
        when (?:this|that|all|these|those|they|both|everything) (?:is|are|has|have)
        when (?:you(?:'ve| have)|it (?:is|has)) (?:been|done)
        when you(?:'re| are) (?:done|ready|finished)
        now (?:you can|that|run|open|start|create|add|go)
        next
        afterwards?
        thereafter
        with (?:this|that|these|all this|all that) (?:done|in place|in hand|installed)
        """,
        start=True,
    ),
    definition=any_of(
        r"""
        (?<!this\s)(?<!that\s)(?<!which\s)(?<!it\s)(?<!also\s)means(?!:| (?:that you|you|to|of|they|we|it)\b)
        is meant by
        (?<!this\s)(?<!that\s)(?<!it\s)(?<!there\s)is (?:a|an|any|every) [\w-]+(?:[ ,][\w-]+){0,3}?,? (?:of|that|for)
        (?<!this\s)(?<!that\s)(?<!it\s)(?<!there\s)is (?:a|an|any|every) [\w-]+(?: [\w-]+){0,3}?,? (?:who|which)
        (?<!this\s)(?<!that\s)(?<!it\s)(?<!there\s)is (?:a|an|any|every) [\w-]+(?: [\w-]+){0,3}? (?:through|by|where)
        (?<!this\s)(?<!that\s)(?<!it\s)(?<!there\s)is (?:a|an|any|every) [\w-]+(?: [\w-]+){0,3}? (?:whose|with|from)
        (?<!this\s)(?<!that\s)(?<!it\s)(?<!there\s)is (?:a|an|any|every) [\w-]+(?: [\w-]+){0,3}? (?:outside|used)
        (?<!this\s)(?<!that\s)(?<!it\s)is (?:whoever|whatever|anything that|all that)
        are (?:those|all|any|the) [\w-]+(?: [\w-]+)? (?:that|who|which)
        is defined as
        refers to
        counts? as
        is counted as
        is (?:called|known as|considered|regarded as|deemed)
        stands for
        """
    ),
    exception=any_of(
        r"""
        except(?:ion|ions|ed)?(?! as)
        (?:do|does|is|are|will) not (?:count|counted|include|included|apply|cover|covered|part|belong|fall)
        (?:is|are) no(?:t an?| longer)? (?:part|such)
        (?:is|are) (?:(?:therefore|also) )?(?:not|none|never) (?:an?|one|the|regarded|counted|included|covered|part)
        (?:is|are) (?:not|none) (?:either|[\w-]+ records?)
        are not(?=,)
        neither(?! (?:of|the)\b)
        nor (?:is|are|does|do)
        excludes?
        excluded
        apart from
        (?:is|are) free of
        however,
        """
    ),
    leaning_start=any_of(
        r"""
        it
        they
        this(?= (?:is(?! an?| the)|was|means|happens|defines|can|will|may|should|must|does|has|allows|works|takes)\b)
        this(?= (?:gives|applies|holds|only|also|adds|sets|creates|returns|runs|shows|lets|makes|disables|enables)\b)
        this(?= (?:controls|determines)\b)
        these(?= (?:are|were|can|will|may|must|do|have|only|also)\b)
        those
        that
        then
        there(?:after|fore)
        both
        in (?:this|that|such|these|those) (?:case|event|cases)
        such
        the same
        so
        he
        she
        its
        their
        if (?:so|not|it|they|this|that)
        only then
        otherwise
        """,
        start=True,
    ),
    leaning_near_start=any_of(
        r"""
        (?:in|for|of|under|with|by) (?:these|such(?! as)|them)(?=[ ,.])
        in (?:this|that) (?:case|event|way)
        (?:are|is|have|has|way) then
        """
    ),
    preparing_title=re.compile(
        r"(?:prerequisites?|requirements?|preparations?|what you(?:'ll| will)? need"
        r"|before (?:you|we) (?:begin|start|install|continue|upgrade|go on|write|run|deploy)\b.*)$",
        re.IGNORECASE,
    ),
    telling_nothing=re.compile(
        r"(?:introduction|intro|overview|summary|recap|description|synopsis|examples?\b.*|notes?|usage|see also|about"
        r"|about this\b.*|install|installation|references?|contents|table of contents|conclusion|faq|details|general"
        r"|help.*|terms\b.*|words|definitions|check it|technical details|more\b.*|next steps?|tips?|warnings?"
        r"|contributing|license|changelog|.*\bdocumentation)$",
        re.IGNORECASE,
    ),
    section=re.compile(r"\b(?:sections?|chapter|step|rule|clause)\s+(?P<number>\d+(?:\.\d+)*)\b", re.IGNORECASE),
    table=re.compile(r"\btable\s+(?P<number>\d+)\b", re.IGNORECASE),
    paragraph_before=any_of(
        r"""
        (?:the )?(?:foregoing|preceding|previous) (?:paragraph|sentence|rule)
        (?:the )?paragraph (?:above|before)
        the (?:rule|rules|list|conditions?|steps?|formula|definition) (?:above|before)
        """
    ),
    of_a_table=any_of(
        r"""
        (?:the )?(?:first|second|third|fourth|fifth|sixth|last|left|right) columns?
        (?:the )?columns? [\"“*`]
        rows? marked
        (?:the|this) table(?: above)?
        a \"[\w ]+\" in the
        """
    ),
)
