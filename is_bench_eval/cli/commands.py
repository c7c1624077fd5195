"""The commands of `is-bench`."""

from __future__ import annotations

from is_bench.version import package_version
from is_bench_eval.cli.binding import add_binding_commands
from is_bench_eval.cli.conformance import add_conformance_command
from is_bench_eval.cli.doctor import add_doctor_command
from is_bench_eval.cli.domain import add_domain_commands
from is_bench_eval.cli.eval import add_eval_command
from is_bench_eval.cli.judge import add_judge_command
from is_bench_eval.cli.kb import add_kb_commands
from is_bench_eval.cli.parser import CommandParser, examples
from is_bench_eval.cli.read import add_read_command
from is_bench_eval.cli.render import add_render_command
from is_bench_eval.cli.replay import add_replay_command
from is_bench_eval.cli.report import add_report_command
from is_bench_eval.cli.security import add_security_commands
from is_bench_eval.cli.study import add_study_commands
from is_bench_eval.cli.verify import add_verify_command
from is_bench_eval.cli.watch import add_watch_command

EXAMPLES = examples(
    "is-bench eval --planner careless --guard enforce --out out/first",
    "is-bench report out/first out/second",
    "is-bench kb lint mine.yaml",
    "is-bench watch",
)


def build_parser() -> CommandParser:
    """The parser of all commands."""
    parser = CommandParser(
        prog="is-bench",
        description="Evaluate, guard and analyse robots that a vision-language model plans for.",
        epilog=f"{EXAMPLES}\n\n'is-bench COMMAND --help' describes a command.",
    )
    parser.add_argument("--version", action="version", version=f"is-bench {package_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, about: str) -> CommandParser:
        return commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")

    add_eval_command(command("eval", "run scenarios against a planner and judge them"))
    add_report_command(command("report", "print the results of runs, or compare several"))
    add_judge_command(command("judge", "measure which risks planners have named"))
    add_watch_command(command("watch", "show the guard in this terminal, live or from a bag"))
    add_doctor_command(command("doctor", "check the installation, the ROS graph, a dataset"))
    add_domain_commands(command("domain", "check a domain file"))
    add_binding_commands(command("binding", "draft and check binding files"))
    add_kb_commands(command("kb", "search, check and extend the knowledge base"))
    add_read_command(command("read", "show how an instruction is understood"))
    add_render_command(command("render", "render images and a clip of a scenario"))
    add_replay_command(command("replay", "judge recorded bags again, offline"))
    add_verify_command(command("verify", "check that recorded bags are unchanged"))
    add_conformance_command(command("conformance", "test a guard on its robot"))
    add_security_commands(command("security", "write SROS2 policies for a guarded robot"))
    add_study_commands(command("study", "measure the guard"))
    return parser
