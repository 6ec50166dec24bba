"""Cue words of German."""

from __future__ import annotations

import re

from reviewer.labels.sites.cues import Cues, any_of, words

GERMAN = Cues(
    language="de",
    serving=words(
        "der die das und ist nicht mit von dem den ein eine zu für auf im des sich auch wird werden bei oder als"
    ),
    condition=any_of(
        r"""
        wenn
        falls
        sofern
        solange
        sobald
        soweit
        im falle?
        wer
        wird (?:der|die|das|ein|eine|es|sie|er)
        ist (?:der|die|das|ein|eine|es|sie|er)
        hat (?:der|die|das|ein|eine|es|sie|er)
        zahlt
        nach ablauf
        """
    ),
    consequence_start=any_of(
        r"""
        andernfalls
        sonst
        ansonsten
        in diesem fall
        in diesen fällen
        dann
        erst (?:dann|danach|wenn|nach)
        danach
        bis dahin
        ist (?:dies|das|es|sie|er) (?:nicht|so|der)
        wenn nicht
        geschieht (?:dies|das) nicht
        (?:trifft|gilt) (?:dies|das)
        bleibt (?:es|sie|er|die|der|das|auch)
        scheitert
        (?:kommt|reagiert|antwortet|stimmt|widerspricht|tut|nimmt) (?:er|sie|es|dies|das|auch)
        (?:verstreicht|läuft|fehlt|liegt) (?:er|sie|es|dies|das|auch)
        (?:wird|ist|sind|hat|haben) (?:er|sie|es|dies|diese|dieser|das|niemand|auch|keiner|keine)
        (?:verstreicht|läuft) die frist
        ab diesem (?:tag|zeitpunkt)
        nach dieser frist
        """,
        start=True,
    ),
    prerequisite=any_of(
        r"""
        bevor
        zuvor
        vorher
        voraussetzung(?:en)?
        vorausgesetzt
        zuerst
        zunächst
        muss (?:\w+ ){0,8}(?:sein|haben|werden|vorliegen)
        müssen (?:\w+ ){0,8}(?:sein|haben|werden|vorliegen)
        ist erforderlich
        sind erforderlich
        nötig
        """
    ),
    action_start=any_of(
        r"""
        erst (?:dann|danach|wenn|nach|auf dieser|damit)
        danach
        anschließend
        dann
        sobald (?:dies|das|diese|alle|alles)
        ist (?:dies|das|alles|beides) (?:geschehen|erledigt|erfüllt|getan)
        sind (?:diese|alle|beide)
        liegt (?:dies|alles|beides|das)
        nun
        """,
        start=True,
    ),
    definition=any_of(
        r"""
        gilt(?: \w+){0,3} als
        gelten(?: \w+){0,3} als
        als \w+ (?:gilt|gelten|zählt|zählen)
        bezeichnet
        bedeutet
        heißt
        (?:gemeint|zu verstehen) (?:ist|sind)
        (?:ist|sind) (?:ein|eine|der|die|das|jede[rs]?|alle) [\w-]+,? (?:\w+ ){0,6}(?:der|die|das|innerhalb|mit|für|von)
        """
    ),
    exception=any_of(
        r"""
        ausgenommen
        ausnahmen?
        nicht (?:mitgezählt|dazu|darunter|gezählt|erfasst|berücksichtigt|eingerechnet)
        (?:gilt|gelten|zählt|zählen) (?:\w+ ){0,5}nicht
        keine? \w+ (?:ist|sind)
        jedoch
        allerdings
        dennoch
        es sei denn
        außer
        sofern
        mit ausnahme
        """
    ),
    leaning_start=any_of(
        r"""
        er
        sie
        es
        dies(?:e|er|es|en|em)?
        dann
        das
        dort
        dabei
        dafür
        damit
        davon
        hier
        in diesem fall
        """,
        start=True,
    ),
    leaning_near_start=any_of(
        r"""
        in diese[mn] f[aä]ll(?:en)?
        auf diese weise
        """
    ),
    preparing_title=re.compile(r"(?:\d+\.\s+)?(?:voraussetzung(?:en)?|vorbereitung(?:en)?)$", re.IGNORECASE),
    telling_nothing=re.compile(
        r"(?:einleitung|überblick|übersicht|beispiele?|hinweise?|allgemeines|inhalt|zusammenfassung|begriffe?)$",
        re.IGNORECASE,
    ),
    section=re.compile(r"\b(?:abschnitt|kapitel|ziffer|schritt|punkt)s?\s+(?P<number>\d+(?:\.\d+)*)\b", re.IGNORECASE),
    table=re.compile(r"\btabelle\s+(?P<number>\d+)\b", re.IGNORECASE),
    paragraph_before=any_of(
        r"""
        (?:vorstehende[nrms]?|vorige[nrms]?|vorangehende[nrms]?|vorhergehende[nrms]?) (?:absatz|absatzes|regel|satz)
        """
    ),
    of_a_table=any_of(
        r"""
        (?:ersten|zweiten|dritten|vierten|fünften|letzten|rechten|linken) spalten?
        (?:die |der )?spalte [\"“„*`]
        (?:der|die|dieser|obigen) tabelle
        """
    ),
)
